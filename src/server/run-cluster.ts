import cluster, { type Worker } from 'node:cluster'
import path from 'node:path'
import type { Config } from '#accounts/config.ts'
import type { Log } from '#events/log.ts'
import { relayMetrics } from './cluster-metrics.ts'
import { EnvironmentError } from './environment-error.ts'
import type { RunningServer } from './run-server.ts'
import type { WorkerMessage } from './worker-main.ts'

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 30_000
/** A worker that lived this long died of something new: its successor starts without a pause. */
const HEALTHY_AFTER_MS = 10_000
/** Workers get 30 seconds to answer what has begun; after that they are ended. */
const STOP_PATIENCE_MS = 35_000

/** Serves with several processes on one port. Resolves when the first of them takes requests. */
export async function runCluster(config: Config, log: Log): Promise<RunningServer> {
  cluster.setupPrimary({ exec: path.join(import.meta.dirname, 'worker-main.ts'), args: [] })
  relayMetrics()
  const { promise: firstReady, resolve, reject } = Promise.withResolvers<void>()
  const timers = new Set<NodeJS.Timeout>()
  let everReady = false
  let stopped: Promise<void> | undefined

  function start(pause: number): void {
    const born = performance.now()
    const worker = cluster.fork({ PARLANCE_WORKER: JSON.stringify(config) })
    worker.on('message', (message: WorkerMessage) => {
      if (message.worker === 'ready') {
        everReady = true
        resolve()
      }
      if (message.worker === 'failed' && !everReady)
        reject(message.environment ? new EnvironmentError(message.message) : new Error(message.message))
    })
    worker.on('exit', (code, signal) => {
      if (stopped !== undefined) return
      if (!everReady) return reject(new Error('A worker ended before it could serve.'))
      const lived = performance.now() - born
      const wait = lived > HEALTHY_AFTER_MS ? 0 : pause
      log.error({ worker: worker.process.pid, code, signal, restartInMs: wait }, 'a worker died')
      const next = Math.min(lived > HEALTHY_AFTER_MS ? FIRST_PAUSE_MS : pause * 2, LONGEST_PAUSE_MS)
      const timer = setTimeout(() => {
        timers.delete(timer)
        start(next)
      }, wait)
      timers.add(timer)
    })
  }

  async function stopAll(): Promise<void> {
    for (const timer of timers) clearTimeout(timer)
    await Promise.all(Object.values(cluster.workers ?? {}).map(worker => stopWorker(worker!)))
  }
  const stop = () => {
    stopped ??= stopAll()
    return stopped
  }

  for (let i = 0; i < config.workers; i++) start(FIRST_PAUSE_MS)
  try {
    await firstReady
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

async function stopWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const gone = new Promise(resolve => worker.once('exit', resolve))
  if (worker.isConnected()) worker.send('stop')
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), STOP_PATIENCE_MS)
  await gone
  clearTimeout(timer)
}
