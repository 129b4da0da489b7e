// A thread that asks `/healthz` every so often, also while earlier questions wait. Apart from whoever attacks: making requests and
// reading answers takes long too, and must not be mistaken for a server that does not answer.
import { lookup } from 'node:dns/promises'
import { get } from 'node:http'
import { parentPort, Worker, workerData } from 'node:worker_threads'

const EVERY_MS = 50
/** Answers are told in packs. */
const TELL_EVERY_MS = 500

/** How long an answer took, and when it was asked for, in milliseconds since 1970. */
export interface HealthAnswer {
  readonly at: number
  readonly milliseconds: number
}

/** Asks until it is paused or ended. */
export class HealthWatch {
  readonly #worker: Worker

  constructor(url: string, note: (answers: readonly HealthAnswer[]) => void) {
    this.#worker = new Worker(new URL(import.meta.url), { workerData: { healthUrl: `${url}/healthz` } })
    this.#worker.on('message', note)
  }

  pause(): void {
    this.#worker.postMessage('pause')
  }

  resume(): void {
    this.#worker.postMessage('resume')
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}

const { healthUrl } = (workerData ?? {}) as { healthUrl?: string }
if (healthUrl !== undefined) await watch(healthUrl)

async function watch(healthUrl: string): Promise<void> {
  const url = new URL(healthUrl)
  // Names are looked up by the few threads that also hash passwords for whoever attacks.
  url.hostname = (await lookup(url.hostname, 4)).address
  let answers: HealthAnswer[] = []
  let isPaused = false
  const ask = () => {
    if (isPaused) return
    const [at, began] = [Date.now(), performance.now()]
    const note = () => answers.push({ at, milliseconds: performance.now() - began })
    get(url, { agent: false }, answer => answer.resume().on('end', note)).on('error', note)
  }
  const tell = () => {
    parentPort!.postMessage(answers)
    answers = []
  }
  setInterval(ask, EVERY_MS)
  setInterval(tell, TELL_EVERY_MS)
  parentPort!.on('message', (word: 'pause' | 'resume') => {
    isPaused = word === 'pause'
  })
}
