import type { Config } from '#core/config.ts'
import type { Services } from '#core/services.ts'

/**
 * Runs a command with the site's services and all parts registered, then closes the database. Only commands with
 * `mayBeFirst` may create the database.
 */
export async function withServices<T>(
  config: Config,
  work: (services: Services) => Promise<T>,
  { mayBeFirst = false } = {},
): Promise<T> {
  const [{ createServices }, { Jobs }, { noMetrics }, { lineLog }, { openMigrated }, { loadParts }, { clockOf }] =
    await Promise.all([
      import('#core/services.ts'),
      import('#events/jobs.ts'),
      import('#events/metrics.ts'),
      import('./line-log.ts'),
      import('./open-database.ts'),
      import('./parts.ts'),
      import('./clock-of.ts'),
    ])
  const store = await openMigrated(config, { mustExist: !mayBeFirst })
  try {
    const clock = clockOf(config)
    const log = lineLog(config.logLevel)
    const services = await createServices({ store, clock, config, log, metrics: noMetrics, jobs: new Jobs(clock) })
    for (const part of await loadParts()) await part.register?.(services)
    return await work(services)
  } finally {
    await store.close()
  }
}
