import type { Worker } from 'node:cluster'
import { lookup } from 'node:dns/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { closePort } from './close-port.ts'

/** With the connection itself goes its number; a worker that is there for it says so. */
export interface Offered {
  readonly connection: number
}
export interface Accepted {
  readonly accepted: number
}
/** The answer to that: it is the worker's, or somebody else's who was quicker. */
export interface Settled {
  readonly settled: number
  readonly yours: boolean
}
const isAccepted = (message: unknown): message is Accepted =>
  typeof message === 'object' && message !== null && 'accepted' in message

/** A worker that has not answered an offer after so long is busy, and another gets the connection. */
const OFFER_MS = 25

interface Offer {
  readonly socket: Socket
  readonly worker: Worker
  readonly timer: NodeJS.Timeout
}

/** While no worker is there to take them, more than so many connections are not kept waiting. */
const MAX_WAITING = 4096

/**
 * The port, in the process that looks after the workers. Each connection is offered to the worker that has been free for
 * longest; a worker is free again when it has answered, so one that is stuck is offered no more, and what it was offered goes to
 * another. So does what a worker had not taken when it died. When the port is closed, no connection that was accepted is lost.
 */
export class Reception {
  #servers: Server[] = []
  readonly #waiting: Socket[] = []
  readonly #free: Worker[] = []
  readonly #offers = new Map<number, Offer>()
  #count = 0
  #emptied: (() => void) | undefined

  async open(host: string, port: number): Promise<void> {
    // "localhost" may be two addresses, and programs try either first.
    const hosts = host === 'localhost' ? (await lookup(host, { all: true })).map(({ address }) => address) : [host]
    await Promise.all([...new Set(hosts)].map(each => this.#listen(each, port)))
  }

  async #listen(host: string, port: number): Promise<void> {
    const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, socket => this.#receive(socket))
    this.#servers.push(server)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
  }

  /** From now on this worker takes connections, until it ends. */
  join(worker: Worker): void {
    worker.on('message', (message: unknown) => {
      if (isAccepted(message)) this.#settle(worker, message.accepted)
    })
    worker.once('exit', () => this.#leave(worker))
    this.#free.push(worker)
    this.#handOut()
  }

  /** Takes no more connections. Resolves when a worker has each of those that there are, or there are no workers left. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.map(closePort))
    this.#servers = []
    await new Promise<void>(resolve => {
      this.#emptied = resolve
      this.#lookWhetherEmpty()
    })
  }

  /** Gives up those that no worker has taken. */
  abandon(): void {
    for (const socket of this.#waiting.splice(0)) socket.destroy()
    this.#lookWhetherEmpty()
  }

  #receive(socket: Socket): void {
    socket.on('error', () => {})
    if (this.#waiting.length >= MAX_WAITING) socket.destroy()
    else this.#waiting.push(socket)
    this.#handOut()
  }

  #handOut(): void {
    while (this.#waiting.length > 0 && this.#free.length > 0) {
      const [socket, worker] = [this.#waiting.shift()!, this.#free.shift()!]
      const { _handle: handle } = socket as unknown as { _handle: unknown }
      const connection = ++this.#count
      const timer = setTimeout(() => this.#offerAnother(connection), OFFER_MS)
      this.#offers.set(connection, { socket, worker, timer })
      // When it cannot be sent the worker is about to end, and `#leave` hears of that.
      worker.send({ connection } satisfies Offered, handle as never, () => {})
    }
  }

  #settle(worker: Worker, connection: number): void {
    const offer = this.#offers.get(connection)
    worker.send({ settled: connection, yours: offer !== undefined } satisfies Settled, () => {})
    if (offer) {
      this.#forget(connection, offer)
      // Closes what this process has of it; the worker has its own.
      offer.socket.destroy()
    }
    this.#free.push(worker)
    this.#handOut()
    this.#lookWhetherEmpty()
  }

  #forget(connection: number, { timer }: Offer): void {
    clearTimeout(timer)
    this.#offers.delete(connection)
  }

  /** Another worker gets it, as soon as one is free; until then this one may still take it. */
  #offerAnother(connection: number): void {
    if (this.#free.length > 0) this.#withdraw(connection)
    else this.#offers.get(connection)?.timer.refresh()
  }

  #withdraw(connection: number): void {
    const offer = this.#offers.get(connection)
    if (!offer) return
    this.#forget(connection, offer)
    this.#waiting.unshift(offer.socket)
    this.#handOut()
  }

  #leave(worker: Worker): void {
    const place = this.#free.indexOf(worker)
    if (place >= 0) this.#free.splice(place, 1)
    for (const [connection, offer] of this.#offers) if (offer.worker === worker) this.#withdraw(connection)
    this.#handOut()
    this.#lookWhetherEmpty()
  }

  #lookWhetherEmpty(): void {
    if (this.#waiting.length === 0 && this.#offers.size === 0) this.#emptied?.()
  }
}
