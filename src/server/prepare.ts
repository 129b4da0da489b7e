import type { Config } from '#accounts/config.ts'
import { createServices } from '#accounts/services.ts'
import { Jobs } from '#events/jobs.ts'
import { noMetrics } from '#events/metrics.ts'
import { clockOf } from './clock-of.ts'
import { type Administrator, installSample, wantsSample } from './first-start.ts'
import { lineLog } from './line-log.ts'
import { openMigrated } from './open-database.ts'
import { loadParts } from './parts.ts'

/** What happens once before anything is served: migrations, and the sample when it is wanted and not there yet. */
export async function prepare(config: Config, sample: boolean): Promise<Administrator | null> {
  const store = await openMigrated(config)
  try {
    if (!sample || !(await wantsSample(store))) return null
    const clock = clockOf(config)
    const log = lineLog(config.logLevel)
    const services = await createServices({ store, clock, config, log, metrics: noMetrics, jobs: new Jobs(clock) })
    for (const part of await loadParts()) await part.register?.(services)
    return await installSample(services)
  } finally {
    await store.close()
  }
}
