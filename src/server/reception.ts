import type { Worker } from 'node:cluster'
import { lookup } from 'node:dns/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { closePort } from './close-port.ts'

/** Sent to a worker together with the connection's handle. A responsive worker replies with `Accepted`. */
export interface Offered {
  readonly connection: number
}
export interface Accepted {
  readonly accepted: number
}
/** Reply to `Accepted`: whether the worker got the connection, or another one was faster. */
export interface Settled {
  readonly settled: number
  readonly yours: boolean
}
const isAccepted = (message: unknown): message is Accepted =>
  typeof message === 'object' && message !== null && 'accepted' in message

/** After this time without a reply, the connection is offered to another worker. */
const OFFER_MS = 25

interface Offer {
  readonly socket: Socket
  readonly worker: Worker
  readonly timer: NodeJS.Timeout
}

/** Maximum number of connections that wait for a worker. */
const MAX_WAITING = 4096

/**
 * Owns the port in the primary process and distributes connections. Each connection is offered to the worker that has
 * been free the longest. A worker is free again once it replies, so a stuck worker gets no further offers, and its
 * unanswered ones go to another worker. The same applies when a worker dies. Closing the port loses no accepted
 * connection.
 */
export class Reception {
  #servers: Server[] = []
  readonly #waiting: Socket[] = []
  readonly #free: Worker[] = []
  readonly #offers = new Map<number, Offer>()
  #count = 0
  #emptied: (() => void) | undefined

  async open(host: string, port: number): Promise<void> {
    // "localhost" may resolve to two addresses, and clients may try either one first.
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

  /** Adds a worker, which takes connections until it exits. */
  join(worker: Worker): void {
    worker.on('message', (message: unknown) => {
      if (isAccepted(message)) this.#settle(worker, message.accepted)
    })
    worker.once('exit', () => this.#leave(worker))
    this.#free.push(worker)
    this.#distribute()
  }

  /** Stops accepting connections. Resolves when all accepted ones are handed over. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.map(closePort))
    this.#servers = []
    await new Promise<void>(resolve => {
      this.#emptied = resolve
      this.#checkEmpty()
    })
  }

  /** Drops connections that no worker has taken. */
  abandon(): void {
    for (const socket of this.#waiting.splice(0)) socket.destroy()
    this.#checkEmpty()
  }

  #receive(socket: Socket): void {
    socket.on('error', () => {})
    if (this.#waiting.length >= MAX_WAITING) socket.destroy()
    else this.#waiting.push(socket)
    this.#distribute()
  }

  #distribute(): void {
    while (this.#waiting.length > 0 && this.#free.length > 0) {
      const [socket, worker] = [this.#waiting.shift()!, this.#free.shift()!]
      const { _handle: handle } = socket as unknown as { _handle: unknown }
      const connection = ++this.#count
      const timer = setTimeout(() => this.#offerAnother(connection), OFFER_MS)
      this.#offers.set(connection, { socket, worker, timer })
      // If sending fails, the worker is about to exit, and `#leave` handles that.
      worker.send({ connection } satisfies Offered, handle as never, () => {})
    }
  }

  #settle(worker: Worker, connection: number): void {
    const offer = this.#offers.get(connection)
    worker.send({ settled: connection, yours: offer !== undefined } satisfies Settled, () => {})
    if (offer) {
      this.#forget(connection, offer)
      // Closes this process's handle; the worker has its own.
      offer.socket.destroy()
    }
    this.#free.push(worker)
    this.#distribute()
    this.#checkEmpty()
  }

  #forget(connection: number, { timer }: Offer): void {
    clearTimeout(timer)
    this.#offers.delete(connection)
  }

  /** Offers the connection to another worker once one is free. Until then, the current one may still take it. */
  #offerAnother(connection: number): void {
    if (this.#free.length > 0) this.#withdraw(connection)
    else this.#offers.get(connection)?.timer.refresh()
  }

  #withdraw(connection: number): void {
    const offer = this.#offers.get(connection)
    if (!offer) return
    this.#forget(connection, offer)
    this.#waiting.unshift(offer.socket)
    this.#distribute()
  }

  #leave(worker: Worker): void {
    const place = this.#free.indexOf(worker)
    if (place >= 0) this.#free.splice(place, 1)
    for (const [connection, offer] of this.#offers) if (offer.worker === worker) this.#withdraw(connection)
    this.#distribute()
    this.#checkEmpty()
  }

  #checkEmpty(): void {
    if (this.#waiting.length === 0 && this.#offers.size === 0) this.#emptied?.()
  }
}
