// `/mcp`: the Model Context Protocol over HTTP, for agents.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AGENT_HEADER } from '#accounts/callers.ts'
import type { Services } from '#core/services.ts'
import { listResources, requestFor, TEMPLATES } from './resources.ts'
import { type ApiRequest, TOOLS, type Tool } from './tools.ts'

const MAX_BODY = 10 * 1024 * 1024
/** Messages in one request. */
const MAX_MESSAGES = 20
/** Codes of JSON-RPC errors. */
const NO_RESOURCE = -32002
const REFUSED = -32000
const INSTRUCTIONS =
  'Tools of a wiki and a translation platform. Send an API key as a bearer token; every tool has the rights of its account. Tools that write take dry_run. Resources: glossaries, translation memory, pages. Changes are marked as made by an agent.'

/** Requests do not depend on each other, so any server can answer them. */
export async function mcpRoute(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/mcp', { bodyLimit: MAX_BODY }, (request, reply) => answer(app, services, request, reply))
    // There is no stream to listen to and no session to end.
    for (const method of ['GET', 'DELETE'] as const)
      scope.route({
        method,
        url: '/mcp',
        exposeHeadRoute: false,
        handler: (_request, reply) => fail(reply.header('allow', 'POST'), 405, -32000, 'Send requests with POST.'),
      })
  })
}

const fail = (reply: FastifyReply, status: number, code: number, message: string): FastifyReply =>
  reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }))

async function answer(
  app: FastifyInstance,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Pages of other sites could use cookies, and addresses that lead here.
  const { origin } = request.headers
  if (origin !== undefined && origin !== new URL(services.config.siteUrl).origin)
    return fail(reply, 403, -32000, 'Requests of other sites are not allowed.')
  if (/^\s*oauth\s/i.test(request.headers.authorization ?? ''))
    return fail(reply, 401, REFUSED, 'Signed requests (OAuth 1.0a) are not accepted here. Send a bearer token.')
  let body: unknown
  try {
    body = JSON.parse(String(request.body ?? ''))
  } catch {
    return fail(reply, 400, -32700, 'The body is not valid JSON.')
  }
  if (Array.isArray(body) && body.length > MAX_MESSAGES)
    return fail(reply, 400, -32600, `A request can have at most ${MAX_MESSAGES} messages.`)
  const server = serverFor(app, services, request)
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  reply.raw.once('close', () => {
    void transport.close()
    void server.close()
  })
  await server.connect(transport as Parameters<Server['connect']>[0])
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.hijack()
  await transport.handleRequest(request.raw, reply.raw, body)
  return reply
}

function serverFor(app: FastifyInstance, services: Services, request: FastifyRequest): Server {
  const { authorization } = request.headers
  const send = ({ method, url, body }: ApiRequest) =>
    app.inject({
      method,
      url,
      remoteAddress: request.ip,
      headers: {
        accept: 'application/json',
        [AGENT_HEADER]: services.callers.agentSecret,
        ...(authorization !== undefined && { authorization }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { payload: JSON.stringify(body) }),
    })
  const server = new Server(
    { name: 'parlance', version: '1' },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: TOOLS.map(listed) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = TOOLS.find(({ name }) => name === params.name)
    if (!tool)
      return told(`There is no tool "${params.name}". Tools: ${TOOLS.map(({ name }) => name).join(', ')}.`, true)
    const args = params.arguments ?? {}
    const fault = faultIn(tool, args)
    if (fault !== null) return told(fault, true)
    const isRehearsal = args.dry_run === true && tool.rehearse !== undefined
    const response = await send(isRehearsal ? tool.rehearse!(args) : tool.request(args))
    if (isRehearsal && response.statusCode === 404 && tool.creates !== undefined) return told(tool.creates, false)
    return told(response.body, response.statusCode >= 400)
  })
  server.setRequestHandler(ListResourceTemplatesRequestSchema, async () => ({ resourceTemplates: [...TEMPLATES] }))
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) => {
    const get = async (url: string) => {
      const { statusCode, body } = await send({ method: 'GET', url })
      return statusCode === 200 ? body : null
    }
    return listResources(get, authorization !== undefined, params?.cursor)
  })
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const wanted = requestFor(uri)
    if (wanted === null) throw new McpError(NO_RESOURCE, `There is no resource "${uri.slice(0, 200)}".`)
    const { statusCode, body } = await send(wanted)
    if (statusCode >= 400) throw new McpError(statusCode === 404 ? NO_RESOURCE : REFUSED, body)
    return { contents: [{ uri, mimeType: 'application/json', text: body }] }
  })
  return server
}

const told = (text: string, isError: boolean) => ({ content: [{ type: 'text' as const, text }], isError })

const listed = ({ name, description, properties, required, writes }: Tool) => ({
  name,
  description,
  inputSchema: { type: 'object' as const, properties, required: [...required] },
  annotations: { readOnlyHint: !writes, openWorldHint: false },
})

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: value => typeof value === 'string',
  integer: value => Number.isSafeInteger(value),
  boolean: value => typeof value === 'boolean',
}

/** The first argument that is missing, unknown or of another type. */
function faultIn({ properties, required }: Tool, args: Readonly<Record<string, unknown>>): string | null {
  const missing = required.find(name => args[name] === undefined)
  if (missing !== undefined) return `The argument "${missing}" is missing.`
  for (const [name, value] of Object.entries(args)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property === undefined) return `Unknown argument "${name.slice(0, 50)}".`
    if (!TYPES[property.type]!(value)) return `The argument "${name}" must be of type ${property.type}.`
  }
  return null
}
