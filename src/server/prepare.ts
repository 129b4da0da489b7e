import type { Config } from '#core/config.ts'
import { FileStoreRegistry } from '#core/file-store-registry.ts'
import { buildMissingIndexes } from '#store/indexes.ts'
import { awaitLock } from '#store/lock.ts'
import type { Store } from '#store/store.ts'
import { clockOf } from './clock-of.ts'
import { wantsSample } from './first-start.ts'
import type { Administrator } from './install-sample.ts'
import { lineLog } from './line-log.ts'
import { openMigrated } from './open-database.ts'

/** What happens once before anything is served: migrations, mending, and the sample when it is wanted and not there yet. */
export async function prepare(config: Config, sample: boolean): Promise<Administrator | null> {
  const store = await openMigrated(config)
  try {
    await mendIndexes(store, config)
    await new FileStoreRegistry(store, config).announce(lineLog(config.logLevel))
    if (!sample || !(await wantsSample(store))) return null
    return await fillOnce(store, config)
  } finally {
    await store.close()
  }
}

/** A large import that was abandoned has left the database without some. Nobody would notice but by slow answers. */
async function mendIndexes(store: Store, config: Config): Promise<void> {
  const built = await buildMissingIndexes(store)
  if (built.length === 0) return
  lineLog(config.logLevel).warn(
    { indexes: built },
    'Indexes were missing, perhaps of an import that was never finished',
  )
}

/** Two servers may start over one empty database; the second waits for what the first puts into it. */
async function fillOnce(store: Store, config: Config): Promise<Administrator | null> {
  const lock = await awaitLock(config.database === null ? config : { database: config.database }, 'sample')
  try {
    return (await wantsSample(store)) ? await fill(store, config) : null
  } finally {
    await lock.release()
  }
}

/** What only a first start needs is loaded only then. */
async function fill(store: Store, config: Config): Promise<Administrator | null> {
  const [{ createServices }, { Jobs }, { noMetrics }, { installSample }, { loadParts }] = await Promise.all([
    import('#core/services.ts'),
    import('#events/jobs.ts'),
    import('#events/metrics.ts'),
    import('./install-sample.ts'),
    import('./parts.ts'),
  ])
  const clock = clockOf(config)
  const log = lineLog(config.logLevel)
  const services = await createServices({ store, clock, config, log, metrics: noMetrics, jobs: new Jobs(clock) })
  for (const part of await loadParts()) await part.register?.(services)
  return installSample(services)
}
