import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#core/services.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import { type ComponentRow, componentByPath, projectBySlug } from '../catalogue/components.ts'
import { ACCESS } from '../catalogue/permissions.ts'
import { work } from '../catalogue/work.ts'
import { operateLater } from '../repositories/background.ts'
import { rootOf } from '../repositories/session.ts'
import { componentsOf } from './matching.ts'
import { HOOKS } from './services.ts'
import { isSigned } from './signature.ts'

const MAX_BODY = 1024 * 1024

const say = (reply: FastifyReply, code: number, status: 'success' | 'failure', message: string): FastifyReply =>
  reply
    .code(code)
    .header('Content-Type', 'application/json')
    .send(Buffer.from(JSON.stringify({ status, message })))

/** Notices from code hosting services that something was pushed: the components that it is about pull in the background. */
export async function hooks(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      if ((error.statusCode ?? 500) >= 500) request.log.error({ err: error }, 'a notice could not be read')
      return say(reply, error.statusCode ?? 500, 'failure', 'The notice could not be read.')
    })
    scope.all('/hooks/:service/', (request, reply) => serviceNotice(services, request, reply))
    scope.all('/hooks/update/:project/', (request, reply) => update(services, request, reply))
    scope.all('/hooks/update/:project/:component/', (request, reply) => update(services, request, reply))
  })
}

const bodyOf = (request: FastifyRequest): Buffer => (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))

/** Whether the notice may be believed; who set no secret believes everybody, since all it does is look for news. */
const isBelieved = ({ config }: Services, request: FastifyRequest): boolean =>
  config.hookSecret === null || isSigned(config.hookSecret, request.headers, bodyOf(request))

const NOT_SIGNED = 'The notice is not signed with the secret of this site.'

async function serviceNotice(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { service } = request.params as { service: string }
  const understand = Object.hasOwn(HOOKS, service) ? HOOKS[service] : undefined
  if (understand === undefined)
    return say(reply, 404, 'failure', `There is no such service. There are ${Object.keys(HOOKS).join(', ')}.`)
  if (request.method !== 'POST') return say(reply.header('Allow', 'POST'), 405, 'failure', 'Notices come by POST.')
  if (!isBelieved(services, request)) return say(reply, 403, 'failure', NOT_SIGNED)
  const payload = payloadOf(bodyOf(request), request.headers['content-type'] ?? '')
  if (payload === null) return say(reply, 400, 'failure', 'Could not parse JSON payload!')
  const notice = understand(payload)
  if (notice.kind === 'unreadable') return say(reply, 400, 'failure', 'Invalid data in json payload!')
  if (notice.kind === 'ping') return say(reply, 201, 'success', 'Hook working')
  const found = await componentsOf(services.store.read, notice)
  if (found.length > 0) await pullSoon(services, found, service)
  // Where anybody may send one, the answer does not tell which repositories there are.
  if (services.config.hookSecret === null) return say(reply, 202, 'success', 'Notice accepted.')
  return found.length === 0
    ? say(reply, 202, 'failure', 'No matching repositories found!')
    : say(reply, 200, 'success', 'Update triggered.')
}

/** A plain request to look for news in a component, or in all of a project. A private one is only there for a secret. */
async function update(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { project: slug, component: path } = request.params as { project: string; component?: string }
  if (request.method !== 'POST' && request.method !== 'GET')
    return say(reply.header('Allow', 'GET, POST'), 405, 'failure', 'Please use POST.')
  if (!isBelieved(services, request)) return say(reply, 403, 'failure', NOT_SIGNED)
  const { store } = services
  const project = slug.includes('\0') ? null : await projectBySlug(store.read, slug)
  const isHidden = project !== null && project.access_control >= ACCESS.private && services.config.hookSecret === null
  const found = project === null || isHidden ? [] : await repositoriesIn(services, project.id, path)
  if (found.length === 0) return say(reply, 404, 'failure', 'There is no such repository.')
  await pullSoon(services, found, 'update')
  return say(reply, 200, 'success', 'Update triggered.')
}

async function repositoriesIn({ store }: Services, project: number, path?: string): Promise<ComponentRow[]> {
  if (path === undefined)
    return store.read
      .selectFrom('component')
      .selectAll()
      .where('project_id', '=', project)
      .where('vcs', '=', 'git')
      .execute()
  const row = path.includes('\0') ? null : await componentByPath(store.read, project, decoded(path))
  return row?.vcs === 'git' ? [row] : []
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

/** JSON, or a form with JSON in its member `payload`. */
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
