import cluster, { type Worker } from 'node:cluster'
import type { Config } from '#accounts/config.ts'
import type { Log } from '#events/log.ts'
import { countForWorkers } from '#events/request-log.ts'
import { childEnvironment, entryOf } from './child-process.ts'
import { failureOf } from './failure.ts'
import { closeLostConnections } from './lost-connections.ts'
import { relayMetrics } from './relay-metrics.ts'
import type { WorkerMessage } from './worker-main.ts'

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 30_000
/** A worker that lived this long died of something new: its successor starts without a pause. */
const HEALTHY_AFTER_MS = 10_000
/** Workers get 30 seconds to answer what has begun; after that they are ended. */
const STOP_PATIENCE_MS = 35_000

/**
 * Several processes that serve on one port. The first starts at once; the others when it serves, so that they do not
 * take its time. One that dies is replaced, with growing pauses if that does not help.
 */
export class Workers {
  readonly #config: Config
  readonly #log: Log
  readonly #ready = Promise.withResolvers<void>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #going = false
  #everReady = false
  #stopped: Promise<void> | undefined

  constructor(config: Config, log: Log) {
    this.#config = config
    this.#log = log
    // Whoever waits for `go` hears of a failure; before that nobody may be listening.
    this.#ready.promise.catch(() => {})
    cluster.setupPrimary(entryOf('worker-main.ts'))
    relayMetrics()
    countForWorkers()
    this.#start(FIRST_PAUSE_MS)
  }

  /** The database is ready: let them open it. Resolves when the first of them takes requests. */
  async go(): Promise<void> {
    this.#going = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.send('go')
    await this.#ready.promise
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll()
    return this.#stopped
  }

  #start(pause: number): void {
    const born = performance.now()
    const worker = cluster.fork({ ...childEnvironment, PARLANCE_WORKER: JSON.stringify(this.#config) })
    closeLostConnections(worker)
    if (this.#going) worker.send('go')
    // A message to a worker that is just dying; its exit is what counts.
    worker.on('error', () => {})
    worker.on('message', (message: WorkerMessage) => this.#hear(message))
    worker.on('exit', (code, signal) => {
      if (this.#stopped !== undefined) return
      if (!this.#everReady) return this.#ready.reject(new Error('A worker ended before it could serve.'))
      const lived = performance.now() - born
      const wait = lived > HEALTHY_AFTER_MS ? 0 : pause
      this.#log.error({ worker: worker.process.pid, code, signal, restartInMs: wait }, 'a worker died')
      const next = Math.min(lived > HEALTHY_AFTER_MS ? FIRST_PAUSE_MS : pause * 2, LONGEST_PAUSE_MS)
      const timer = setTimeout(() => {
        this.#timers.delete(timer)
        this.#start(next)
      }, wait)
      this.#timers.add(timer)
    })
  }

  #hear(message: WorkerMessage): void {
    if (message.worker === 'ready') {
      if (!this.#everReady) for (let i = 1; i < this.#config.workers; i++) this.#start(FIRST_PAUSE_MS)
      this.#everReady = true
      this.#ready.resolve()
    } else if (message.worker === 'failed') {
      const failure = failureOf(message)
      if (this.#everReady) this.#log.error({ err: failure }, 'a worker cannot start')
      else this.#ready.reject(failure)
    }
  }

  async #stopAll(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all(Object.values(cluster.workers ?? {}).map(worker => stopWorker(worker!)))
  }
}

async function stopWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const gone = new Promise(resolve => worker.once('exit', resolve))
  if (worker.isConnected()) worker.send('stop')
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), STOP_PATIENCE_MS)
  await gone
  clearTimeout(timer)
}
