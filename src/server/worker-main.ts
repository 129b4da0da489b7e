// Entry of a worker process; the primary (workers.ts) forks it.
import cluster from 'node:cluster'
import type { Config, Launch } from '#core/config.ts'
import { describeFailure, type WorkerMessage } from './failure.ts'
import type { RunningServer } from './run-server.ts'
import { onStopSignal } from './stop-signal.ts'

const { config, launch } = JSON.parse(process.env.PARLANCE_WORKER!) as { config: Config; launch: Launch }
const tell = (message: WorkerMessage) => process.send!(message)
const told = Promise.withResolvers<void>()
let server: RunningServer | undefined

const stop = async () => {
  await server?.stop()
  process.exit(0)
}
onStopSignal(stop)
process.on('message', message => {
  if (message === 'go') told.resolve()
  if (message === 'drain') server?.drain?.()
  if (message === 'stop') void stop()
})
// The primary is gone, and with it the port: nothing is left to serve.
cluster.worker!.on('error', () => process.exit(1))

try {
  const { runServer } = await import('./run-server.ts')
  const { loadParts } = await import('./parts.ts')
  const { askThroughPrimary } = await import('./ask-workers.ts')
  const { takeConnections } = await import('./take-connections.ts')
  await loadParts()
  await told.promise
  server = await runServer(config, { launch, askWorkers: askThroughPrimary(), takeConnections })
  tell({ worker: 'ready' })
} catch (error) {
  process.exitCode = 1
  tell({ worker: 'failed', ...describeFailure(error) })
  process.disconnect()
}
