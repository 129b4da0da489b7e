import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#core/config.ts'
import { FileStoreRegistry } from '#core/file-store-registry.ts'
import { guardSchema } from '#store/migrate.ts'
import { buildServer, type ServerOptions } from './build-server.ts'
import { clockOf } from './clock-of.ts'
import { giveBackWhenQuiet } from './give-back.ts'
import { openDatabase } from './open-database.ts'
import { loadParts } from './parts.ts'
import { wholeSiteElsewhere } from './whole-site-elsewhere.ts'

/** A server that was told to stop ends within ten seconds, whatever it is at. */
const STOP_MS = 8000

export interface RunningServer {
  /** Answers go on, but ask clients to close their connections: it is about to stop. */
  drain?(): void
  /** Stops accepting, answers what has begun, ends the jobs, closes the database. Calling it twice does no harm. */
  stop(): Promise<void>
}

interface RunOptions extends Pick<ServerOptions, 'askWorkers' | 'launch'> {
  /** Takes connections from whoever has the port; without it, this process opens the port itself. */
  readonly takeConnections?: (server: Awaited<ReturnType<typeof buildServer>>['app']['server']) => void
}

/** One serving process over a migrated database: all of it when there is one worker, one of many otherwise. */
export async function runServer(
  config: Config,
  { takeConnections, ...options }: RunOptions = {},
): Promise<RunningServer> {
  const store = await openDatabase(config)
  // Others migrated it before this process started; somebody newer may migrate it further.
  guardSchema(store)
  const parts = await loadParts()
  const server = await buildServer({
    store,
    clock: clockOf(config),
    config,
    parts,
    wholeSite: wholeSiteElsewhere(config),
    ...options,
  })
  const { app, draining, startJobs } = server
  if (takeConnections) {
    takeConnections(app.server)
    app.log.info('Server listening to connections that are handed over')
  } else await app.listen({ host: config.host, port: config.port })
  startJobs()
  const stopAnnouncing = await new FileStoreRegistry(store, config).keepAnnouncing(app.log)
  let asked = 0
  app.server.on('request', () => asked++)
  giveBackWhenQuiet(
    () => asked,
    () => draining.underWay().length + server.jobsUnderWay().length > 0,
    () => store.giveBack(),
  )
  const stop = async () => {
    stopAnnouncing()
    const closed = app.close().then(() => store.close())
    const inTime = await Promise.race([closed.then(() => true), sleep(STOP_MS, false)])
    if (inTime) return
    const left = { requests: draining.underWay(), jobs: server.jobsUnderWay() }
    app.log.warn(left, 'stopped in the middle of this; jobs begin anew at the next start')
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
