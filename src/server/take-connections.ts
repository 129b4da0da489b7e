import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { Accepted, Offered, Settled } from './reception.ts'

const has = <Name extends string>(message: unknown, name: Name): message is Record<Name, unknown> =>
  typeof message === 'object' && message !== null && name in message
const isOffered = (message: unknown): message is Offered => has(message, 'connection')
const isSettled = (message: unknown): message is Settled => has(message, 'settled')

/** In a worker: serves the connections that the primary hands over (reception.ts), as if this process had accepted them. */
export function takeConnections(server: Server): void {
  const offered = new Map<number, { close(): void }>()
  // Begins to look for connections that are over time, which otherwise listening does.
  server.emit('listening')
  process.on('message', (message: unknown, handle: unknown) => {
    if (isOffered(message)) {
      // None arrives when the client has left meanwhile.
      if (handle) offered.set(message.connection, handle as { close(): void })
      // Nothing is read from it before the answer: another worker may have it by now.
      process.send?.({ accepted: message.connection } satisfies Accepted)
    } else if (isSettled(message)) {
      const taken = offered.get(message.settled)
      offered.delete(message.settled)
      if (!taken) return
      if (!message.yours) return taken.close()
      const socket = new Socket({ handle: taken, allowHalfOpen: true, readable: true, writable: true } as never)
      socket.setNoDelay(true)
      server.emit('connection', socket)
    }
  })
}
