import cluster from 'node:cluster'
import type { Claims, Release } from '#cache/shared-cache.ts'

/** A worker claims a value that it wants to make, or has made it; the primary grants the claim or reports its end. */
type ClaimMessage = {
  readonly claim: 'wanted' | 'ended' | 'yours' | 'over'
  readonly key: string
  /** Number of the request in its worker. */
  readonly id: number
}

const isClaimMessage = (message: unknown): message is ClaimMessage =>
  typeof message === 'object' && message !== null && 'claim' in message

/** Longer than anything takes to make. Only a worker that hangs keeps others waiting until then. */
const PATIENCE_MS = 120_000

/** In a worker: asks the primary. */
export class AskedClaims implements Claims {
  readonly #send: (message: ClaimMessage) => void
  readonly #waiting = new Map<number, (release: Release | null) => void>()
  #count = 0

  constructor(send: (message: ClaimMessage) => void) {
    this.#send = send
  }

  async claim(key: string): Promise<Release | null> {
    const id = ++this.#count
    const { promise, resolve } = Promise.withResolvers<Release | null>()
    this.#waiting.set(id, resolve)
    this.#send({ claim: 'wanted', key, id })
    const timer = setTimeout(() => resolve(() => {}), PATIENCE_MS)
    const release = await promise
    clearTimeout(timer)
    this.#waiting.delete(id)
    return release
  }

  hear(message: unknown): void {
    if (!isClaimMessage(message)) return
    const { claim, key, id } = message
    const end = () => this.#send({ claim: 'ended', key, id })
    const answer = this.#waiting.get(id)
    if (claim === 'over') answer?.(null)
    // A claim that comes too late must not keep others waiting.
    if (claim === 'yours') answer ? answer(end) : end()
  }
}

interface Claim<Worker> {
  readonly worker: Worker
  readonly id: number
}

/** In the primary: one worker has the claim to a key. When it ends, those that wait look again. */
export class ClaimKeeper<Worker> {
  readonly #send: (worker: Worker, message: ClaimMessage) => void
  readonly #claims = new Map<string, { readonly holder: Claim<Worker>; readonly waiting: Claim<Worker>[] }>()

  constructor(send: (worker: Worker, message: ClaimMessage) => void) {
    this.#send = send
  }

  hear(worker: Worker, message: unknown): void {
    if (!isClaimMessage(message)) return
    const { claim, key, id } = message
    const present = this.#claims.get(key)
    if (claim === 'ended' && present?.holder.worker === worker && present.holder.id === id) this.#end(key)
    if (claim !== 'wanted') return
    if (present !== undefined) {
      present.waiting.push({ worker, id })
      return
    }
    this.#claims.set(key, { holder: { worker, id }, waiting: [] })
    this.#send(worker, { claim: 'yours', key, id })
  }

  /** A worker that has ended makes nothing any longer. */
  forget(worker: Worker): void {
    for (const [key, { holder }] of this.#claims) if (holder.worker === worker) this.#end(key)
  }

  #end(key: string): void {
    const { waiting } = this.#claims.get(key)!
    this.#claims.delete(key)
    for (const { worker, id } of waiting) this.#send(worker, { claim: 'over', key, id })
  }
}

/** Runs in the primary. */
export function keepClaims(): void {
  const keeper = new ClaimKeeper<import('node:cluster').Worker>((worker, message) => {
    if (worker.isConnected()) worker.send(message)
  })
  cluster.on('message', (worker, message) => keeper.hear(worker, message))
  cluster.on('disconnect', worker => keeper.forget(worker))
  cluster.on('exit', worker => keeper.forget(worker))
}

/** Runs in a worker. */
export function claimThroughPrimary(): Claims {
  const claims = new AskedClaims(message => {
    if (process.connected) process.send!(message)
  })
  process.on('message', message => claims.hear(message))
  return claims
}
