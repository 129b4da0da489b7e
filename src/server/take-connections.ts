import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { Accepted, Offered, Settled } from './reception.ts'

const has = <Name extends string>(message: unknown, name: Name): message is Record<Name, unknown> =>
  typeof message === 'object' && message !== null && name in message
const isOffered = (message: unknown): message is Offered => has(message, 'connection')
const isSettled = (message: unknown): message is Settled => has(message, 'settled')

/**
 * Runs in a worker: serves connections that the primary hands over (reception.ts) as if it had accepted them itself.
 */
export function takeConnections(server: Server): void {
  const offered = new Map<number, { close(): void }>()
  // Starts the check for expired connections, which normally starts with listening.
  server.emit('listening')
  process.on('message', (message: unknown, handle: unknown) => {
    if (isOffered(message)) {
      // There is no handle if the client has disconnected.
      if (handle) offered.set(message.connection, handle as { close(): void })
      // Read nothing until the offer is settled: another worker may have the connection by now.
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
