import { cacheStatistics } from '#cache/bounded-cache.ts'
import type { Services } from '#core/services.ts'
import { countJobs } from '#events/job-list.ts'
import { outboxStatus } from '#events/mail/status.ts'
import type { Sample } from '#events/metrics.ts'

/** All workers see the same database, so the values must not be summed. */
const SAME = { across: 'max' } as const

/** Metrics about pending work and the database. */
export function stateGauges({ metrics, store, jobs }: Pick<Services, 'metrics' | 'store' | 'jobs'>): void {
  metrics.gauge('parlance_jobs', 'Jobs by lane and state.', () => jobSamples(), { ...SAME, labels: ['lane', 'state'] })

  async function jobSamples(): Promise<Sample[]> {
    const counts = new Map<string, number>()
    const key = (lane: string, state: string) => JSON.stringify({ lane, state })
    for (const lane of jobs.lanes) for (const state of ['waiting', 'running', 'failed']) counts.set(key(lane, state), 0)
    for (const { kind, state, count: n } of await countJobs(store.read)) {
      const labels = key(jobs.laneOf(kind), state)
      counts.set(labels, (counts.get(labels) ?? 0) + n)
    }
    return [...counts].map(([labels, value]) => ({ labels: JSON.parse(labels), value }))
  }

  metrics.gauge(
    'parlance_mails',
    'Emails in the outbox by state.',
    async () => {
      const { waiting, sent, givenUp } = await outboxStatus(store.read)
      return Object.entries({ waiting, sent, given_up: givenUp }).map(([state, value]) => ({
        labels: { state },
        value,
      }))
    },
    { ...SAME, labels: ['state'] },
  )

  metrics.gauge(
    'parlance_database_bytes',
    'Size of the database, of its write-ahead log (wal), and free space on its disk (free).',
    async () => {
      const { databaseBytes, walBytes, freeBytes } = await store.measure()
      const all = Object.entries({ database: databaseBytes, wal: walBytes, free: freeBytes })
      return all.flatMap(([what, value]) => (value === null ? [] : [{ labels: { what }, value }]))
    },
    { ...SAME, labels: ['what'] },
  )

  metrics.gauge(
    'parlance_database_connections',
    'Database connections of all workers by state, and requests waiting for one.',
    async () => {
      const { connections } = await store.measure()
      return Object.entries(connections ?? {}).map(([state, value]) => ({ labels: { state }, value }))
    },
    { labels: ['state'] },
  )

  metrics.gauge(
    'parlance_replica_usable',
    'Whether a replica serves reads (1), is too far behind or is down (0). The lowest value of all workers.',
    () => store.replicas().map(({ name, state }) => ({ labels: { replica: name }, value: state === 'in use' ? 1 : 0 })),
    { across: 'min', labels: ['replica'] },
  )

  metrics.gauge(
    'parlance_replica_lag_seconds',
    'Seconds that a replica is behind the primary.',
    () =>
      store.replicas().flatMap(({ name, lag }) => (lag === null ? [] : [{ labels: { replica: name }, value: lag }])),
    { ...SAME, labels: ['replica'] },
  )

  metrics.gauge(
    'parlance_replica_reads',
    'Statements that were sent to a replica since the start, over all workers.',
    () => store.replicas().map(({ name, reads }) => ({ labels: { replica: name }, value: reads })),
    { labels: ['replica'] },
  )

  metrics.gauge(
    'parlance_cache',
    'Hits, misses and weight (entries or bytes) of each in-memory cache, over all workers.',
    () =>
      cacheStatistics().flatMap(({ name, ...values }) =>
        Object.entries(values).map(([what, value]) => ({ labels: { cache: name, what }, value })),
      ),
    { labels: ['cache', 'what'] },
  )
}
