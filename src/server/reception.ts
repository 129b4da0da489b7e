import type { Worker } from 'node:cluster'
import { lookup } from 'node:dns/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { closePort } from './close-port.ts'

/** With the connection itself goes its number; the worker says the number when it has taken it. */
export interface Handed {
  readonly connection: number
}
export interface Taken {
  readonly taken: number
}
const isTaken = (message: unknown): message is Taken =>
  typeof message === 'object' && message !== null && 'taken' in message

/** While no worker is there to take them, more than so many connections are not kept waiting. */
const MAX_WAITING = 4096

/**
 * The port, in the process that looks after the workers. Each connection goes to the worker that has been free for longest; a
 * worker is free again when it says that it has taken the last one, so one that is stuck gets no more. What a worker had not
 * taken when it died goes to another. When the port is closed, no connection that was accepted is lost.
 */
export class Reception {
  #servers: Server[] = []
  readonly #waiting: Socket[] = []
  readonly #free: Worker[] = []
  readonly #handed = new Map<number, { readonly socket: Socket; readonly worker: Worker }>()
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
      if (isTaken(message)) this.#passed(worker, message.taken)
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
      this.#handed.set(connection, { socket, worker })
      // When it cannot be sent the worker is about to end, and `#leave` hears of that.
      worker.send({ connection } satisfies Handed, handle as never, () => {})
    }
  }

  #passed(worker: Worker, connection: number): void {
    // Closes what this process has of it; the worker has its own.
    this.#handed.get(connection)?.socket.destroy()
    this.#handed.delete(connection)
    this.#free.push(worker)
    this.#handOut()
    this.#lookWhetherEmpty()
  }

  #leave(worker: Worker): void {
    const place = this.#free.indexOf(worker)
    if (place >= 0) this.#free.splice(place, 1)
    for (const [connection, { socket, worker: holder }] of this.#handed) {
      if (holder !== worker) continue
      this.#handed.delete(connection)
      this.#waiting.unshift(socket)
    }
    this.#handOut()
    this.#lookWhetherEmpty()
  }

  #lookWhetherEmpty(): void {
    if (this.#waiting.length === 0 && this.#handed.size === 0) this.#emptied?.()
  }
}
