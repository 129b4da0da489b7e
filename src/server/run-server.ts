import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Claims, NO_CLAIMS, type SharedCache } from '#cache/shared-cache.ts'
import type { Config } from '#core/config.ts'
import { FileStoreRegistry } from '#core/file-store-registry.ts'
import { type Log, logTo } from '#events/log.ts'
import { FileCache } from '#store/file-cache.ts'
import { guardSchema } from '#store/migrate.ts'
import { buildServer, type ServerOptions } from './build-server.ts'
import { clockOf } from './clock-of.ts'
import { giveBackWhenQuiet } from './give-back.ts'
import { WITHOUT_LINE } from './library-lines.ts'
import { lineLog } from './line-log.ts'
import { openForRequests } from './open-database.ts'
import { loadParts } from './parts.ts'
import { wholeSiteElsewhere } from './whole-site-elsewhere.ts'

/** Together with draining, a server stops within ten seconds. */
const STOP_MS = 8000

export interface RunningServer {
  /** Prepares for stopping: responses ask clients to close their connections. */
  drain?(): void
  /** Stops accepting connections, finishes pending requests, stops jobs and closes the database. Idempotent. */
  stop(): Promise<void>
}

/** Where the processes of a server keep what they share. */
export interface CachePlace {
  /** Null to keep it in memory. */
  readonly file: string | null
  readonly claims?: Claims
}

interface RunOptions extends Pick<ServerOptions, 'askWorkers' | 'launch'> {
  /** Takes connections from the primary. Without it, this process opens the port itself. */
  readonly takeConnections?: (server: Awaited<ReturnType<typeof buildServer>>['app']['server']) => void
  readonly cache: CachePlace
}

/** Runs a server process on a migrated database: the only one, or one of several workers. */
export async function runServer(
  config: Config,
  { takeConnections, cache, ...options }: RunOptions,
): Promise<RunningServer> {
  const ownLog = lineLog(config.logLevel)
  const store = await openForRequests(config, ownLog)
  // The database is already migrated, but a newer version may migrate it further while this process runs.
  guardSchema(store)
  const parts = await loadParts()
  const sharedCache = openCache(cache, config, ownLog)
  const server = await buildServer({
    store,
    clock: clockOf(config),
    config,
    parts,
    wholeSite: wholeSiteElsewhere(config),
    ...(sharedCache && { sharedCache }),
    ...options,
  })
  const { app, draining, startJobs } = server
  const log = logTo(app.log)
  if (takeConnections) takeConnections(app.server)
  else await app.listen({ host: config.host, port: config.port, listenTextResolver: () => WITHOUT_LINE })
  const addresses = takeConnections ? [] : app.addresses().filter(each => typeof each !== 'string')
  log('server.listening', { addresses: addresses.map(addressText) })
  // Jobs write.
  if (config.readOnly === null) startJobs()
  const stopAnnouncing = await new FileStoreRegistry(store, config).keepAnnouncing(log)
  let requests = 0
  app.server.on('request', () => requests++)
  giveBackWhenQuiet(
    () => requests,
    () => draining.underWay().length + server.jobsUnderWay().length > 0,
    () => store.giveBack(),
  )
  const stop = async () => {
    stopAnnouncing()
    const closed = app.close().then(() => store.close())
    const inTime = await Promise.race([closed.then(() => true), sleep(STOP_MS, false)])
    if (inTime) return
    const unfinished = { requests: draining.underWay(), jobs: server.jobsUnderWay() }
    log('server.work_dropped', unfinished)
  }
  let stopped: Promise<void> | undefined
  return {
    drain: draining.begin,
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Null without a file that can be used. */
function openCache({ file, claims = NO_CLAIMS }: CachePlace, { cacheMegabytes }: Config, log: Log): SharedCache | null {
  if (file === null) return null
  const onError = (err: unknown) => log('cache.failed', { file, err })
  try {
    return new FileCache({ file, name: 'shared', limit: cacheMegabytes * 1_000_000, claims, onError })
  } catch (error) {
    onError(error)
    return null
  }
}

const addressText = ({ address, port }: AddressInfo): string =>
  `http://${address.includes(':') ? `[${address}]` : address}:${port}`
