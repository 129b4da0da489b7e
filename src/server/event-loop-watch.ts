import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '#events/metrics.ts'
import { wantedBy } from '#html/wanted.ts'

const BEAT_MS = 100
/** Whoever holds the event loop longer than this is named in the log. */
const TOO_LONG_MS = 500
const MOST_NAMED = 10

/**
 * Notices when something held the event loop, so that everybody else had to wait, and says what was going on: the requests
 * under way, those that began or ended since the last beat, and the jobs.
 */
export function watchEventLoop(
  app: FastifyInstance,
  metrics: Metrics,
  underWay: () => { requests: string[]; jobs: string[] },
): void {
  let last = performance.now()
  let used = process.threadCpuUsage()
  let longest = 0
  let seen: FastifyRequest[] = []
  app.addHook('onRequest', (request, _, done) => {
    if (seen.length < MOST_NAMED) seen.push(request)
    done()
  })
  const timer = setInterval(() => {
    const now = performance.now()
    const held = now - last - BEAT_MS
    last = now
    const { user, system } = process.threadCpuUsage(used)
    used = process.threadCpuUsage()
    longest = Math.max(longest, held)
    if (held > TOO_LONG_MS) {
      const { requests, jobs } = underWay()
      // Much less of the processor than of the clock: the machine had other things to do.
      const times = { heldMs: Math.round(held), cpuMs: Math.round((user + system) / 1000) }
      const details = { ...times, began: seen.map(nameOf), underWay: requests.slice(0, MOST_NAMED), jobs }
      app.log.warn(details, 'something held the event loop')
    }
    seen = []
  }, BEAT_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  metrics.gauge(
    'parlance_event_loop_delay_seconds',
    'Longest time that something held the event loop of a worker since this was last asked.',
    () => {
      // What holds it just now counts too, as far as can be seen.
      const seconds = Math.max(longest, performance.now() - last - BEAT_MS, 0) / 1000
      longest = 0
      return seconds
    },
    { across: 'max' },
  )
}

const nameOf = ({ method, routeOptions, raw }: FastifyRequest): string =>
  `${method} ${routeOptions.url ?? 'none'}${wantedBy(raw)}`
