import type { Config } from '#core/config.ts'
import { FileStoreRegistry } from '#core/file-store-registry.ts'
import { setupToken } from '#core/setup-token.ts'
import { buildMissingIndexes } from '#store/indexes.ts'
import { awaitLock } from '#store/lock.ts'
import type { Store } from '#store/store.ts'
import { clockOf } from './clock-of.ts'
import { wantsSample } from './first-start.ts'
import type { Administrator } from './install-sample.ts'
import { lineLog } from './line-log.ts'
import { openMigrated, openUnchanged, requirePrimary } from './open-database.ts'

/** What the server shows once when it starts. */
export interface Prepared {
  readonly administrator: Administrator | null
  /** Opens the page that sets up the site; null if it has accounts. */
  readonly setupToken: string | null
}

/**
 * Runs once before the server starts: migrations, repairs and, if requested and missing, the sample. A read-only server
 * only checks that there is nothing to do.
 */
export async function prepare(config: Config, sample: boolean): Promise<Prepared> {
  if (config.readOnly !== null) {
    await (await openUnchanged(config)).close()
    return { administrator: null, setupToken: null }
  }
  const store = await openMigrated(config)
  try {
    await requirePrimary(store)
    await repairIndexes(store, config)
    await new FileStoreRegistry(store, config).announce(lineLog(config.logLevel))
    const administrator = sample && (await wantsSample(store)) ? await installOnce(store, config) : null
    return { administrator, setupToken: await setupToken(store, config) }
  } finally {
    await store.close()
  }
}

/** An abandoned import may have left the database without some indexes, which would only show as slow responses. */
async function repairIndexes(store: Store, config: Config): Promise<void> {
  const built = await buildMissingIndexes(store)
  if (built.length === 0) return
  lineLog(config.logLevel)('database.indexes_rebuilt', { indexes: built })
}

/** If two servers start on one empty database, the second waits for the first. */
async function installOnce(store: Store, config: Config): Promise<Administrator | null> {
  const lock = await awaitLock(config.database === null ? config : { database: config.database }, 'sample')
  try {
    return (await wantsSample(store)) ? await install(store, config) : null
  } finally {
    await lock.release()
  }
}

/** Loads modules that only the first start needs. */
async function install(store: Store, config: Config): Promise<Administrator | null> {
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
