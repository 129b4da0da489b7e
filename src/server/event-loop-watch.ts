import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { logEvent } from '#events/log.ts'
import type { Metrics } from '#events/metrics.ts'
import { wantedBy } from '#html/wanted.ts'

const BEAT_MS = 100
/** Longer blocks are logged. */
const THRESHOLD_MS = 500
const MAX_LISTED = 10

/** A request as the log names it. */
interface Begun {
  readonly method: string
  readonly routeOptions: { readonly url?: string | undefined }
  readonly raw: IncomingMessage
}

/**
 * Detects a blocked event loop and logs what was running: pending requests, requests that began since the last beat,
 * and jobs. Returns what to call when a request begins outside of Fastify.
 */
export function watchEventLoop(
  app: FastifyInstance,
  metrics: Metrics,
  underWay: () => { requests: string[]; jobs: string[] },
): (request: Begun) => void {
  let last = performance.now()
  let used = process.threadCpuUsage()
  let longest = 0
  let begun: Begun[] = []
  const note = (request: Begun): void => {
    if (begun.length < MAX_LISTED) begun.push(request)
  }
  app.addHook('onRequest', (request, _, done) => {
    note(request)
    done()
  })
  const timer = setInterval(() => {
    const now = performance.now()
    const held = now - last - BEAT_MS
    last = now
    const { user, system } = process.threadCpuUsage(used)
    used = process.threadCpuUsage()
    longest = Math.max(longest, held)
    if (held > THRESHOLD_MS) {
      const { requests, jobs } = underWay()
      // If cpuMs is much smaller than heldMs, other programs kept the machine busy.
      const times = { heldMs: Math.round(held), cpuMs: Math.round((user + system) / 1000) }
      const details = { ...times, began: begun.map(nameOf), underWay: requests.slice(0, MAX_LISTED), jobs }
      logEvent(app.log, 'server.blocked', details)
    }
    begun = []
  }, BEAT_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  metrics.gauge(
    'parlance_event_loop_delay_seconds',
    'Longest time the event loop of a worker was blocked since the last scrape.',
    () => {
      // Includes a block that is still going on.
      const seconds = Math.max(longest, performance.now() - last - BEAT_MS, 0) / 1000
      longest = 0
      return seconds
    },
    { across: 'max' },
  )
  return note
}

const nameOf = ({ method, routeOptions, raw }: Begun): string =>
  `${method} ${routeOptions.url ?? 'none'}${wantedBy(raw)}`
