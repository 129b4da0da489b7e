import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logEvent } from '#events/log.ts'
import type { Metrics } from '#events/metrics.ts'
import { html } from '#html/html.ts'
import { PAGE_HEADERS, page } from '#html/page.ts'
import { type FairLimits, FairQueue, type Turn } from './fair-queue.ts'

/**
 * Of one process. Most requests take milliseconds, so only a server that cannot keep up reaches them
 * (docs/decisions/overload.md).
 */
const LIMITS: FairLimits = { running: 100, runningOfOne: 75, waiting: 300, waitingMs: 5000 }

/** Seconds after which a refused client may try again. */
const RETRY_AFTER = 5

/** While requests are refused, one line says so in this time. */
const LOG_EVERY_MS = 10_000

/** Operators need these most while the server is overloaded. Event streams only wait, and `/mcp` makes requests. */
const EXEMPT: ReadonlySet<unknown> = new Set(['/healthz', '/readyz', '/metrics', '/events/', '/mcp'])

const TURN = Symbol('turn')

type WithTurn = FastifyRequest & { [TURN]?: Turn }

/**
 * Limits the requests that run at the same time, and lets callers take turns. A caller is an IPv4 address or an IPv6
 * network. The body of a
 * request is read before, and a response is sent afterwards, so slow clients take up no room. Returns what lets a request
 * outside of Fastify begin immediately, or null if it has to wait.
 */
export function admitRequests(
  app: FastifyInstance,
  metrics: Metrics,
  limits: FairLimits = LIMITS,
): (ip: string) => Turn | null {
  const queue = new FairQueue(limits)
  const refused = metrics
    .counter('parlance_http_requests_refused_total', 'Number of HTTP requests refused because of overload.')
    .of({})
  metrics.gauge('parlance_http_requests_waiting', 'Number of HTTP requests that wait for others.', () => queue.waiting)
  let unlogged = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  const noteRefused = () => {
    refused.add()
    unlogged++
    if (performance.now() - loggedAt < LOG_EVERY_MS) return
    logEvent(app.log, 'server.overloaded', { refused: unlogged, running: queue.running, waiting: queue.waiting })
    loggedAt = performance.now()
    unlogged = 0
  }

  app.addHook('preHandler', (request: WithTurn, reply, done) => {
    if (EXEMPT.has(request.routeOptions.url)) return done()
    const refuse = () => {
      noteRefused()
      sendOverloaded(request, reply)
    }
    const turn = queue.enter(callerAt(request.ip), done, refuse)
    request[TURN] = turn
    // The client disconnects, or has done so already.
    if (reply.raw.destroyed) turn.leave()
    else reply.raw.once('close', () => turn.leave())
  })
  app.addHook('onSend', (request: WithTurn, _, payload, done) => {
    request[TURN]?.leave()
    done(null, payload)
  })
  // For responses that were written without Fastify.
  app.addHook('onResponse', (request: WithTurn, _, done) => {
    request[TURN]?.leave()
    done()
  })
  return ip => queue.enterNow(callerAt(ip))
}

/** Anyone with an IPv6 address has a whole network of them. */
function callerAt(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [left = [], right] = ip.split('::').map(half => half.split(':').filter(Boolean))
  const zeros = right === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...(right ?? [])].slice(0, 4).join(':')
}

const MESSAGE = 'The server has too many requests at the moment.'

/** In the format of the API, or as a page to browsers. */
function sendOverloaded(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(503).headers({ 'retry-after': String(RETRY_AFTER), 'cache-control': 'no-store' })
  const [path] = request.url.split('?')
  const info = `${MESSAGE} Try again in ${RETRY_AFTER} seconds.`
  // A code on which clients wait and try again.
  if (path?.endsWith('/api.php'))
    return reply.header('mediawiki-api-error', 'ratelimited').send({ error: { code: 'ratelimited', info } })
  if (/^\/api(?:\/|$)/.test(path ?? ''))
    return reply.send({
      type: 'server_error',
      errors: [{ code: 'service_unavailable', detail: info, attr: null }],
      detail: info,
    })
  if (!request.headers.accept?.includes('text/html')) return reply.send({ error: 'service-unavailable', message: info })
  const content = html`<h1>Temporarily unavailable</h1><p>${info}</p>`
  return reply.headers(PAGE_HEADERS).send(page('Temporarily unavailable', content))
}
