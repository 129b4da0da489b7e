// Entry of a worker process. Forked by the primary (workers.ts).
import cluster from 'node:cluster'
import { describeFailure, type WorkerMessage } from './failure.ts'
import type { RunningServer } from './run-server.ts'
import { onStopSignal } from './stop-signal.ts'
import type { WorkerOptions } from './workers.ts'

const { config, launch, cacheFile } = JSON.parse(process.env.PARLANCE_WORKER!) as WorkerOptions
const report = (message: WorkerMessage) => process.send!(message)
const go = Promise.withResolvers<void>()
let server: RunningServer | undefined

const stop = async () => {
  await server?.stop()
  process.exit(0)
}
onStopSignal(stop)
process.on('message', message => {
  if (message === 'go') go.resolve()
  if (message === 'drain') server?.drain?.()
  if (message === 'stop') void stop()
})
// The primary has exited and with it the port.
cluster.worker!.on('error', () => process.exit(1))

try {
  const { runServer } = await import('./run-server.ts')
  const { loadParts } = await import('./parts.ts')
  const { askThroughPrimary } = await import('./ask-workers.ts')
  const { claimThroughPrimary } = await import('./claims.ts')
  const { takeConnections } = await import('./take-connections.ts')
  const { askForWriteTurns } = await import('./write-turns.ts')
  const { shareWriteTurns } = await import('#store/write-turns.ts')
  await loadParts()
  shareWriteTurns(askForWriteTurns())
  await go.promise
  const cache = { file: cacheFile, claims: claimThroughPrimary() }
  server = await runServer(config, { launch, cache, askWorkers: askThroughPrimary(), takeConnections })
  report({ worker: 'ready' })
} catch (error) {
  process.exitCode = 1
  report({ worker: 'failed', ...describeFailure(error) })
  process.disconnect()
}
