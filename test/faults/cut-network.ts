// A connection to a server that can be cut like a network: nothing arrives any longer, and nobody is told.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after } from 'node:test'

export interface CutNetwork {
  readonly port: number
  cut(): void
  /** New connections work again. Those from before stay silent. */
  repair(): void
  close(): void
}

export async function networkTo(port: number): Promise<CutNetwork> {
  let isCut = false
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (isCut) return
    const target = connect(port, '127.0.0.1')
    sockets.add(target)
    target.on('error', () => socket.destroy())
    socket.pipe(target)
    target.pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = (): void => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  after(close)
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      for (const socket of sockets) {
        socket.unpipe()
        socket.pause()
      }
    },
    repair() {
      isCut = false
    },
    close,
  }
}
