import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#events/log.ts'
import { readHead } from './chain.ts'
import { AuditSealer } from './seal.ts'
import type { AuditedSite } from './source.ts'

type LoggingSite = AuditedSite & { readonly log: Log }

const EVERY_MS = 5000
const HOUR_MS = 3_600_000

/**
 * Seals new events every few seconds, in the process that runs jobs. Once an hour, and when the server stops, the end of
 * the chain goes to the server's log, which reveals entries that are cut off in the database later.
 */
export class Sealing {
  readonly #site: LoggingSite
  readonly #sealer: AuditSealer
  readonly #stopping = new AbortController()
  #loop: Promise<void> = Promise.resolve()
  #logged = 0
  #nextCheckpoint = 0

  constructor(site: LoggingSite) {
    this.#site = site
    this.#sealer = new AuditSealer(site)
  }

  start(): void {
    if (!this.#stopping.signal.aborted) this.#loop = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#loop
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    this.#logged = await readHead(this.#site.store.primary).then(
      head => head.seq,
      () => 0,
    )
    while (!signal.aborted) {
      await this.#turn()
      await sleep(EVERY_MS, undefined, { signal }).catch(() => {})
    }
    await this.#turn(true)
  }

  async #turn(isLast = false): Promise<void> {
    const { log } = this.#site
    try {
      const { seq, hash } = await this.#sealer.seal()
      const now = performance.now()
      if (now < this.#nextCheckpoint && !isLast) return
      this.#nextCheckpoint = now + HOUR_MS
      await this.#sealer.storePosition()
      if (seq > this.#logged) log('audit.checkpoint', { entry: seq, hash })
      this.#logged = seq
    } catch (error) {
      log('audit.seal_failed', { err: error })
    }
  }
}
