import cluster from 'node:cluster'
import type { WriteTurns } from '#store/write-turns.ts'

/** A worker asks for the turn or returns it; the primary grants it or says that others wait. */
type TurnMessage = { readonly turn: 'wanted' | 'returned' | 'yours' | 'others wait' }

const isTurnMessage = (message: unknown): message is TurnMessage =>
  typeof message === 'object' && message !== null && 'turn' in message

/** Without an answer for this long, SQLite's own lock has to do. */
const PATIENCE_MS = 5000

/** In a worker: keeps the turn until the primary says that others wait. */
export class AskedTurns implements WriteTurns {
  readonly #send: (message: TurnMessage) => void
  #isMine = false
  #isUsed = false
  #othersWait = false
  #granted: PromiseWithResolvers<void> | null = null

  constructor(send: (message: TurnMessage) => void) {
    this.#send = send
  }

  async take(): Promise<void> {
    this.#isUsed = true
    if (this.#isMine) return
    if (this.#granted === null) {
      this.#granted = Promise.withResolvers()
      this.#send({ turn: 'wanted' })
    }
    const { promise, resolve } = this.#granted
    const timer = setTimeout(resolve, PATIENCE_MS)
    await promise
    clearTimeout(timer)
  }

  pass(goesOn: boolean): void {
    this.#isUsed = goesOn
    if (this.#othersWait && !goesOn) this.#return()
  }

  hear(message: unknown): void {
    if (!isTurnMessage(message)) return
    if (message.turn === 'yours') {
      this.#isMine = true
      this.#granted?.resolve()
      this.#granted = null
    }
    if (message.turn === 'others wait') {
      this.#othersWait = true
      if (!this.#isUsed) this.#return()
    }
  }

  #return(): void {
    if (!this.#isMine) return
    this.#isMine = false
    this.#othersWait = false
    this.#send({ turn: 'returned' })
  }
}

/** In the primary: one worker has the turn, the others wait in the order in which they asked. */
export class TurnKeeper<Worker> {
  readonly #send: (worker: Worker, message: TurnMessage) => void
  readonly #waiting: Worker[] = []
  #holder: Worker | null = null

  constructor(send: (worker: Worker, message: TurnMessage) => void) {
    this.#send = send
  }

  hear(worker: Worker, message: unknown): void {
    if (!isTurnMessage(message)) return
    if (message.turn === 'returned' && worker === this.#holder) this.#next()
    if (message.turn !== 'wanted') return
    if (this.#holder === null) this.#grant(worker)
    else {
      this.#waiting.push(worker)
      if (this.#waiting.length === 1) this.#send(this.#holder, { turn: 'others wait' })
    }
  }

  /** A worker that has ended neither holds the turn nor waits for it. */
  forget(worker: Worker): void {
    const at = this.#waiting.indexOf(worker)
    if (at >= 0) this.#waiting.splice(at, 1)
    if (worker === this.#holder) this.#next()
  }

  #next(): void {
    this.#holder = null
    const next = this.#waiting.shift()
    if (next !== undefined) this.#grant(next)
  }

  #grant(worker: Worker): void {
    this.#holder = worker
    this.#send(worker, { turn: 'yours' })
    if (this.#waiting.length > 0) this.#send(worker, { turn: 'others wait' })
  }
}

/** Runs in the primary. */
export function keepWriteTurns(): void {
  const keeper = new TurnKeeper<import('node:cluster').Worker>((worker, message) => {
    if (worker.isConnected()) worker.send(message)
  })
  cluster.on('message', (worker, message) => keeper.hear(worker, message))
  cluster.on('disconnect', worker => keeper.forget(worker))
  cluster.on('exit', worker => keeper.forget(worker))
}

/** Runs in a worker. */
export function askForWriteTurns(): WriteTurns {
  const turns = new AskedTurns(message => {
    if (process.connected) process.send!(message)
  })
  process.on('message', message => turns.hear(message))
  return turns
}
