// Polls `/healthz` from a separate thread, even while earlier requests are pending. The attacking thread is busy
// itself, and its delays must not be mistaken for those of the server.
import { lookup } from 'node:dns/promises'
import { get } from 'node:http'
import { parentPort, Worker, workerData } from 'node:worker_threads'

const EVERY_MS = 50
/** Results are reported in batches. */
const REPORT_EVERY_MS = 500

/** Response time, and time of the request in milliseconds since 1970. */
export interface HealthAnswer {
  readonly at: number
  readonly milliseconds: number
}

/** Polls until paused or ended. */
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
  // Resolve the name once, because lookups share the thread pool with password hashing.
  url.hostname = (await lookup(url.hostname, 4)).address
  let answers: HealthAnswer[] = []
  let isPaused = false
  const poll = () => {
    if (isPaused) return
    const [at, began] = [Date.now(), performance.now()]
    const note = () => answers.push({ at, milliseconds: performance.now() - began })
    get(url, { agent: false }, answer => answer.resume().on('end', note)).on('error', note)
  }
  const report = () => {
    parentPort!.postMessage(answers)
    answers = []
  }
  setInterval(poll, EVERY_MS)
  setInterval(report, REPORT_EVERY_MS)
  parentPort!.on('message', (word: 'pause' | 'resume') => {
    isPaused = word === 'pause'
  })
}
