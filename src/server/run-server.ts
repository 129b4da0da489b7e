import type { Config } from '#accounts/config.ts'
import { pinnedClock, systemClock } from '#store/clock.ts'
import { buildServer, type ServerOptions } from './build-server.ts'
import { openDatabase } from './open-database.ts'
import { loadParts } from './parts.ts'

export const clockOf = (config: Pick<Config, 'clock'>) =>
  config.clock === null ? systemClock : pinnedClock(config.clock)

export interface RunningServer {
  /** Stops accepting, answers what has begun, ends the jobs, closes the database. Calling it twice does no harm. */
  stop(): Promise<void>
}

/** One serving process over a migrated database: all of it when there is one worker, one of many otherwise. */
export async function runServer(
  config: Config,
  options: Pick<ServerOptions, 'allMetrics'> = {},
): Promise<RunningServer> {
  const store = openDatabase(config)
  const parts = await loadParts()
  const { app, startJobs } = await buildServer({ store, clock: clockOf(config), config, parts, ...options })
  await app.listen({ host: config.host, port: config.port })
  startJobs()
  let stopped: Promise<void> | undefined
  return {
    stop() {
      stopped ??= app.close().then(() => store.close())
      return stopped
    },
  }
}
