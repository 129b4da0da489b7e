import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { SESSION_COOKIE } from '#accounts/session-cookie.ts'
import { schemaOfKind } from '../api/result/kind-schema.ts'
import type { Wiki } from '../wiki.ts'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints/index.ts'
import type { RestParam } from './params.ts'
import type { BodyFields } from './read-body.ts'

type Json = Record<string, unknown>

const ENTRY = '/w/rest.php'

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** `/w/rest-openapi.json`. It is public, like the description of the Action API. */
export function serveRestDocument(app: FastifyInstance, wiki: Wiki): void {
  let document: Buffer | undefined
  app.get('/w/rest-openapi.json', (_, reply) => {
    document ??= Buffer.from(JSON.stringify(restOpenApi(wiki.services.config.siteUrl, manifest.version)))
    return reply
      .type('application/json; charset=utf-8')
      .header('Access-Control-Allow-Origin', '*')
      .header('Cache-Control', 'private, no-cache')
      .send(document)
  })
}

/** MediaWiki's REST API in OpenAPI 3.1. */
export function restOpenApi(server: string, version: string): Json {
  const paths: Record<string, Json> = {}
  for (const each of endpoints) {
    const path = ENTRY + each.path
    paths[path] = { ...paths[path], [each.method.toLowerCase()]: operation(each) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Parlance wiki REST API',
      version,
      description: "The wiki, compatible with MediaWiki's REST API.",
      license: { name: 'GPL-2.0-or-later', identifier: 'GPL-2.0-or-later' },
    },
    servers: [{ url: server, description: 'This site' }],
    tags: TAGS.map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { Error: ERROR },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: 'A session. Writing needs a token too.',
        },
        token: { type: 'http', scheme: 'bearer', description: 'API key of the account.' },
      },
    },
    security: [{ session: [] }, { token: [] }, {}],
  }
}

const TAGS = [
  ['page', 'Pages, their history and their links.'],
  ['revision', 'Revisions and the differences between them.'],
  ['search', 'Search.'],
  ['file', 'Uploaded files.'],
  ['transform', 'Wikitext as HTML.'],
] as const

const ERROR = {
  type: 'object',
  description: 'An error.',
  required: ['httpCode', 'httpReason'],
  properties: {
    error: { type: 'string', description: 'Kind of error, for errors in parameters and rights.' },
    message: { type: 'string', description: 'A text without translations.' },
    messageTranslations: {
      type: 'object',
      description: 'The text by language: that of the wiki, and English.',
      additionalProperties: { type: 'string' },
    },
    httpCode: { type: 'integer', description: 'Status of the response.' },
    httpReason: { type: 'string', description: 'Name of the status.' },
  },
}

/** `page_title_history`, by the path. */
export const operationId = ({ method, path }: Endpoint): string =>
  [method === 'GET' ? 'get' : method === 'PUT' ? 'update' : 'create', ...path.split('/').slice(2)]
    .join('_')
    .replace(/[{}]/g, '')

export const tagOf = ({ path }: Endpoint): string => path.split('/')[2]!

const fault = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

function operation(each: Endpoint): Json {
  const params = [
    ...Object.entries(each.params).map(([name, param]) => parameter(name, param)),
    ...HEADERS.filter(({ methods }) => methods.includes(each.method) && !each.reads).map(
      ({ words, example, name }) => ({
        ...{ name, in: 'header', required: false, description: words, schema: { type: 'string' }, example },
      }),
    ),
  ]
  const isReading = each.method === 'GET' || each.reads === true
  return {
    operationId: operationId(each),
    tags: [tagOf(each)],
    summary: each.summary,
    description: each.summary,
    ...(each.reads && { 'x-read-only': true }),
    parameters: params,
    ...(each.fields && { requestBody: requestBody(each.fields) }),
    responses: {
      200: success(each),
      ...(!isReading && { 201: { ...success(each), description: 'The page was created.' } }),
      400: fault('A parameter or field is invalid.'),
      403: fault('You do not have the rights.'),
      ...(each.reads
        ? { 413: fault('The text takes too much work to show.') }
        : isReading
          ? { 304: { description: 'Nothing has changed since the ETag.' }, 404: fault('It does not exist.') }
          : {
              409: fault('The page exists, or an edit conflict.'),
              412: { description: 'The page has changed since the ETag. Nothing was written.' },
              422: fault('The Idempotency-Key was used for another request.'),
            }),
    },
  }
}

interface HeaderParameter {
  readonly name: string
  readonly methods: readonly Endpoint['method'][]
  readonly words: string
  readonly example: string
}

const TAG = '"a1c1f9e9b2ae22a5ef1b3d0e2d5f7b6a4c8d9e0f"'

const HEADERS: readonly HeaderParameter[] = [
  { name: 'If-None-Match', methods: ['GET'], words: 'An ETag you have. If nothing has changed: 304.', example: TAG },
  {
    name: 'If-Match',
    methods: ['PUT'],
    words: 'ETag of the page that the edit is based on. If the page has changed since: 412, without merging.',
    example: TAG,
  },
  {
    name: 'Idempotency-Key',
    methods: ['POST', 'PUT'],
    words: 'Makes retries safe: 8 to 200 visible ASCII characters. A retry returns the first response.',
    example: '0b9e8f1c-6a53-4c1e-9d27-5f0d2a7c4e11',
  },
]

const success = ({ result }: Endpoint): Json => ({
  description: 'The result.',
  content:
    result === 'html'
      ? { 'text/html': { schema: { type: 'string', description: 'A document.' } } }
      : { 'application/json': { schema: schemaOfKind(result) } },
})

const parameter = (name: string, param: RestParam): Json => ({
  name,
  in: param.in,
  required: param.required ?? false,
  description: param.words,
  schema: {
    ...(typeof param.type === 'string' ? { type: param.type } : { type: 'string', enum: param.type }),
    ...(param.min !== undefined && { minimum: param.min }),
    ...(param.max !== undefined && { maximum: param.max }),
    ...(param.default !== undefined && { default: param.default }),
  },
  example: param.example,
})

const requestBody = (fields: BodyFields): Json => ({
  description: 'JSON.',
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: Object.keys(fields).filter(name => fields[name]!.required),
        properties: Object.fromEntries(
          Object.entries(fields).map(([name, { type, words, example, isWikitext }]) => [
            name,
            { type, description: words, ...(isWikitext && { contentMediaType: 'text/x-wiki' }), examples: [example] },
          ]),
        ),
      },
    },
  },
})
