// Entry of a worker process; the primary (run-cluster.ts) forks it.
import type { Config } from '#accounts/config.ts'
import { shareMetrics } from './cluster-metrics.ts'
import { explain } from './environment-error.ts'
import { runServer } from './run-server.ts'
import { onStopSignal } from './stop-signal.ts'

/** What a worker tells its primary. */
export type WorkerMessage =
  | { readonly worker: 'ready' }
  | { readonly worker: 'failed'; readonly message: string; readonly environment: boolean }

const config = JSON.parse(process.env.PARLANCE_WORKER!) as Config
const tell = (message: WorkerMessage) => process.send!(message)

try {
  const server = await runServer(config, { allMetrics: shareMetrics })
  const stop = async () => {
    await server.stop()
    process.exit(0)
  }
  onStopSignal(stop)
  process.on('message', message => {
    if (message === 'stop') void stop()
  })
  tell({ worker: 'ready' })
} catch (error) {
  if (process.env.PARLANCE_DEBUG) console.error(error)
  const explained = explain(error, config)
  const message = explained instanceof Error ? explained.message : String(explained)
  process.exitCode = 1
  tell({ worker: 'failed', message, environment: explained !== error })
  process.disconnect()
}
