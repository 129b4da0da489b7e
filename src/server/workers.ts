import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config, Launch } from '#core/config.ts'
import type { Log } from '#events/log.ts'
import { countForWorkers } from '#events/request-log.ts'
import { childEnvironment, entryOf } from './child-process.ts'
import { keepClaims } from './claims.ts'
import { DRAIN_MS } from './drain.ts'
import { failureOf, type WorkerMessage } from './failure.ts'
import { Reception } from './reception.ts'
import { relayQuestions } from './relay-questions.ts'
import { keepWriteTurns } from './write-turns.ts'

/** What a worker process gets from the primary. */
export interface WorkerOptions {
  readonly config: Config
  readonly launch: Launch
  /** Shared by all workers; null for none. */
  readonly cacheFile: string | null
}

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 30_000
/** A worker that ran this long is replaced without a pause. */
const HEALTHY_AFTER_MS = 10_000
/** Workers stop by themselves within eight seconds. After this time they are killed. */
const STOP_TIMEOUT_MS = 8500
/** Time to hand over the remaining connections. */
const HAND_OVER_MS = 1000

/**
 * Manages several worker processes on one port. The first worker starts immediately, the others once it is ready, so
 * that they do not slow it down. A worker that dies is replaced, with growing pauses after repeated failures.
 */
export class Workers {
  readonly #config: Config
  readonly #options: WorkerOptions
  readonly #log: Log
  readonly #reception = new Reception()
  readonly #ready = Promise.withResolvers<void>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #going = false
  #everReady = false
  #stopped: Promise<void> | undefined

  constructor(options: WorkerOptions, log: Log) {
    this.#config = options.config
    this.#options = options
    this.#log = log
    // `go` reports the failure. Until it is called, the rejection must not go unhandled.
    this.#ready.promise.catch(() => {})
    cluster.setupPrimary(entryOf(new URL('./worker-main.ts', import.meta.url)))
    relayQuestions()
    keepWriteTurns()
    keepClaims()
    countForWorkers()
    // A second stop signal ends the process immediately; do not leave workers behind.
    process.once('exit', () => {
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL')
    })
    this.#start(FIRST_PAUSE_MS)
  }

  /** Lets the workers open the prepared database. Resolves when the first one is ready. */
  async go(): Promise<void> {
    this.#going = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.send('go')
    await this.#ready.promise
    await this.#reception.open(this.#config.host, this.#config.port)
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll()
    return this.#stopped
  }

  #start(pause: number): void {
    const started = performance.now()
    const worker = cluster.fork({ ...childEnvironment, PARLANCE_WORKER: JSON.stringify(this.#options) })
    if (this.#going) worker.send('go')
    // Sending to a dying worker fails; its exit is handled below.
    worker.on('error', () => {})
    worker.on('message', (message: WorkerMessage) => this.#onMessage(worker, message))
    worker.on('exit', (code, signal) => {
      if (this.#stopped !== undefined) return
      if (!this.#everReady)
        return this.#ready.reject(new Error('A worker process exited during startup. See its output above.'))
      const lived = performance.now() - started
      const wait = lived > HEALTHY_AFTER_MS ? 0 : pause
      this.#log('worker.died', { worker: worker.process.pid, code, signal, restartInMs: wait })
      const next = Math.min(lived > HEALTHY_AFTER_MS ? FIRST_PAUSE_MS : pause * 2, LONGEST_PAUSE_MS)
      const timer = setTimeout(() => {
        this.#timers.delete(timer)
        this.#start(next)
      }, wait)
      this.#timers.add(timer)
    })
  }

  #onMessage(worker: Worker, message: WorkerMessage): void {
    if (message.worker === 'ready') {
      this.#reception.join(worker)
      if (!this.#everReady) for (let i = 1; i < this.#config.workers; i++) this.#start(FIRST_PAUSE_MS)
      this.#everReady = true
      this.#ready.resolve()
    } else if (message.worker === 'failed') {
      const failure = failureOf(message)
      if (this.#everReady) this.#log('worker.start_failed', { err: failure })
      else this.#ready.reject(failure)
    }
  }

  async #stopAll(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    // After a warning, close the port first, so that there is still a worker for every accepted connection.
    for (const worker of Object.values(cluster.workers ?? {})) if (worker?.isConnected()) worker.send('drain')
    if (this.#everReady) await sleep(DRAIN_MS)
    await Promise.race([this.#reception.close(), sleep(HAND_OVER_MS, undefined, { ref: false })])
    this.#reception.abandon()
    await Promise.all(Object.values(cluster.workers ?? {}).map(worker => stopWorker(worker!)))
  }
}

async function stopWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const exited = new Promise(resolve => worker.once('exit', resolve))
  if (worker.isConnected()) worker.send('stop')
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(timer)
}
