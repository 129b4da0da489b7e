import type { Config } from '#accounts/config.ts'
import { buildServer, type ServerOptions } from './build-server.ts'
import { clockOf } from './clock-of.ts'
import { giveBackWhenQuiet } from './give-back.ts'
import { openDatabase } from './open-database.ts'
import { loadParts } from './parts.ts'
import type { RunningServer } from './serve.ts'

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
  let asked = 0
  app.server.on('request', () => asked++)
  giveBackWhenQuiet(() => asked)
  let stopped: Promise<void> | undefined
  return {
    stop() {
      stopped ??= app.close().then(() => store.close())
      return stopped
    },
  }
}
