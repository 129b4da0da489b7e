import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { Handed, Taken } from './reception.ts'

const isHanded = (message: unknown): message is Handed =>
  typeof message === 'object' && message !== null && 'connection' in message

/** In a worker: serves the connections that the primary hands over (reception.ts), as if this process had accepted them. */
export function takeConnections(server: Server): void {
  // Begins to look for connections that are over time, which otherwise listening does.
  server.emit('listening')
  process.on('message', (message: unknown, handle: unknown) => {
    if (!isHanded(message)) return
    // Said before anything is read from it: until then another worker could still take it.
    process.send?.({ taken: message.connection } satisfies Taken)
    // None arrives when the client has left meanwhile.
    if (!handle) return
    const socket = new Socket({ handle, allowHalfOpen: true, readable: true, writable: true } as never)
    socket.setNoDelay(true)
    server.emit('connection', socket)
  })
}
