import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#core/services.ts'
import { logEvent } from '#events/log.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import { type ComponentRow, componentByPath, projectBySlug } from '../catalogue/components.ts'
import { ACCESS } from '../catalogue/permissions.ts'
import { usesGit } from '../catalogue/version-control.ts'
import { work } from '../catalogue/work.ts'
import { operateLater } from '../repositories/background.ts'
import { rootOf } from '../repositories/session.ts'
import { componentsOf } from './matching.ts'
import { HOOKS } from './services.ts'
import { signatureProblem } from './signature.ts'

const MAX_BODY = 1024 * 1024

const respond = (reply: FastifyReply, code: number, status: 'success' | 'failure', message: string): FastifyReply =>
  reply
    .code(code)
    .header('Content-Type', 'application/json')
    .send(Buffer.from(JSON.stringify({ status, message })))

/** Webhooks of code hosting services: after a push, matching components pull in the background. */
export async function hooks(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      if ((error.statusCode ?? 500) >= 500) logEvent(request.log, 'webhook.failed', { err: error })
      return respond(reply, error.statusCode ?? 500, 'failure', 'The request could not be processed.')
    })
    scope.all('/hooks/:service/', (request, reply) => serviceNotice(services, request, reply))
    scope.all('/hooks/update/:project/', (request, reply) => update(services, request, reply))
    scope.all('/hooks/update/:project/:component/', (request, reply) => update(services, request, reply))
  })
}

const bodyOf = (request: FastifyRequest): Buffer => (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))

/** Without a configured secret all requests are accepted, since they only trigger a pull. */
const distrust = ({ config }: Services, request: FastifyRequest, service?: string): string | null =>
  config.hookSecret === null ? null : signatureProblem(config.hookSecret, request.headers, bodyOf(request), service)

async function serviceNotice(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { service } = request.params as { service: string }
  const parse = Object.hasOwn(HOOKS, service) ? HOOKS[service] : undefined
  if (parse === undefined)
    return respond(reply, 404, 'failure', `Unknown service. Supported services: ${Object.keys(HOOKS).join(', ')}.`)
  if (request.method !== 'POST') return respond(reply.header('Allow', 'POST'), 405, 'failure', 'Please use POST.')
  const problem = distrust(services, request, service)
  if (problem !== null) return respond(reply, 403, 'failure', problem)
  const payload = payloadOf(bodyOf(request), request.headers['content-type'] ?? '')
  if (payload === null) return respond(reply, 400, 'failure', 'Could not parse JSON payload!')
  const notice = parse(payload)
  if (notice.kind === 'unreadable') return respond(reply, 400, 'failure', 'Invalid data in json payload!')
  if (notice.kind === 'ping') return respond(reply, 201, 'success', 'Hook working')
  const components = await componentsOf(services.store.read, notice)
  if (components.length > 0) await pullSoon(services, components, service)
  // Without a secret anyone can send requests, so the response must not reveal which repositories exist.
  if (services.config.hookSecret === null) return respond(reply, 202, 'success', 'Request accepted.')
  return components.length === 0
    ? respond(reply, 202, 'failure', 'No matching repositories found!')
    : respond(reply, 200, 'success', 'Update triggered.')
}

/** Triggers a pull of a component or of all components of a project. Private projects require the secret. */
async function update(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { project: slug, component: path } = request.params as { project: string; component?: string }
  if (request.method !== 'POST' && request.method !== 'GET')
    return respond(reply.header('Allow', 'GET, POST'), 405, 'failure', 'Please use POST.')
  const problem = distrust(services, request)
  if (problem !== null) return respond(reply, 403, 'failure', problem)
  const { store } = services
  const project = slug.includes('\0') ? null : await projectBySlug(store.read, slug)
  const isHidden = project !== null && project.access_control >= ACCESS.private && services.config.hookSecret === null
  const components =
    project === null || isHidden || project.enable_hooks === 0 ? [] : await repositoriesIn(services, project.id, path)
  if (components.length === 0) return respond(reply, 404, 'failure', 'Repository not found.')
  await pullSoon(services, components, 'update')
  return respond(reply, 200, 'success', 'Update triggered.')
}

async function repositoriesIn({ store }: Services, project: number, path?: string): Promise<ComponentRow[]> {
  if (path === undefined)
    return store.read
      .selectFrom('component')
      .selectAll()
      .where('project_id', '=', project)
      .where('vcs', '<>', 'local')
      .execute()
  const row = path.includes('\0') ? null : await componentByPath(store.read, project, decoded(path))
  return row !== null && usesGit(row) ? [row] : []
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

async function pullSoon(services: Services, components: readonly ComponentRow[], service: string): Promise<void> {
  await work(services, null, async piece => {
    const roots = new Map(components.map(row => [rootOf(row), row]))
    for (const [id, row] of roots) {
      piece.record(ACTION.pushNoticed, { project_id: row.project_id, component_id: row.id }, { details: { service } })
      await operateLater(piece.tx, services.jobs, id, 'pull')
    }
  })
}

/** Accepts JSON, or a form with JSON in its field `payload`. */
function payloadOf(body: Buffer, type: string): Record<string, unknown> | null {
  const sent = body.toString('utf8')
  const json = /^application\/x-www-form-urlencoded\b/i.test(type) ? new URLSearchParams(sent).get('payload') : sent
  try {
    const value: unknown = JSON.parse(json ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
