import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config, Launch } from '#core/config.ts'
import type { Log } from '#events/log.ts'
import { countForWorkers } from '#events/request-log.ts'
import { childEnvironment, entryOf } from './child-process.ts'
import { DRAIN_MS } from './drain.ts'
import { failureOf, type WorkerMessage } from './failure.ts'
import { Reception } from './reception.ts'
import { relayQuestions } from './relay-questions.ts'

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 30_000
/** A worker that lived this long died of something new: its successor starts without a pause. */
const HEALTHY_AFTER_MS = 10_000
/** Workers get eight seconds to answer what has begun; one that does not even notice that is ended. */
const STOP_PATIENCE_MS = 8500
/** For connections to reach a worker. */
const HAND_OVER_MS = 1000

/**
 * Several processes that serve on one port. The first starts at once; the others when it serves, so that they do not
 * take its time. One that dies is replaced, with growing pauses if that does not help.
 */
export class Workers {
  readonly #config: Config
  readonly #launch: Launch
  readonly #log: Log
  readonly #reception = new Reception()
  readonly #ready = Promise.withResolvers<void>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #going = false
  #everReady = false
  #stopped: Promise<void> | undefined

  constructor(config: Config, launch: Launch, log: Log) {
    this.#config = config
    this.#launch = launch
    this.#log = log
    // Whoever waits for `go` hears of a failure; before that nobody may be listening.
    this.#ready.promise.catch(() => {})
    cluster.setupPrimary(entryOf(new URL('./worker-main.ts', import.meta.url)))
    relayQuestions()
    countForWorkers()
    // Whoever stops twice does not want to wait for anything.
    process.once('exit', () => {
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL')
    })
    this.#start(FIRST_PAUSE_MS)
  }

  /** The database is ready: let them open it. Resolves when the first of them takes requests. */
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
    const born = performance.now()
    const order = { config: this.#config, launch: this.#launch }
    const worker = cluster.fork({ ...childEnvironment, PARLANCE_WORKER: JSON.stringify(order) })
    if (this.#going) worker.send('go')
    // A message to a worker that is just dying; its exit is what counts.
    worker.on('error', () => {})
    worker.on('message', (message: WorkerMessage) => this.#hear(worker, message))
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

  #hear(worker: Worker, message: WorkerMessage): void {
    if (message.worker === 'ready') {
      this.#reception.join(worker)
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
    // The port first, so that there is a worker for every connection that was accepted; but not without a warning.
    for (const worker of Object.values(cluster.workers ?? {})) if (worker?.isConnected()) worker.send('drain')
    if (this.#everReady) await sleep(DRAIN_MS)
    await Promise.race([this.#reception.close(), sleep(HAND_OVER_MS, undefined, { ref: false })])
    this.#reception.abandon()
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
