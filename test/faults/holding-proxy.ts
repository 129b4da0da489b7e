// A connection to PostgreSQL that holds back one statement, so that its transaction stays open.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after } from 'node:test'

interface HeldStatement {
  /** The statement has been sent, and the server waits for it. */
  readonly reached: Promise<void>
  release(): void
}

export interface HoldingProxy {
  readonly port: number
  /**
   * Holds back the next statement that contains `text` on a connection that has sent `mark` before, and everything that
   * follows on it.
   */
  holdNext(text: string, mark: string): HeldStatement
}

export async function holdingProxy(port: number, host: string): Promise<HoldingProxy> {
  const sockets = new Set<Socket>()
  let waiting: { text: string; mark: string; reached: () => void; released: Promise<void> } | null = null
  const server = createServer(client => {
    const target = connect(port, host)
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
    target.pipe(client)
    let isMarked = false
    client.on('data', async (chunk: Buffer) => {
      isMarked ||= waiting !== null && chunk.includes(waiting.mark)
      if (waiting === null || !isMarked || !chunk.includes(waiting.text)) return void target.write(chunk)
      const { reached, released } = waiting
      waiting = null
      isMarked = false
      client.pause()
      reached()
      await released
      target.write(chunk)
      client.resume()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    holdNext(text, mark) {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      waiting = { text, mark, reached: reached.resolve, released: released.promise }
      return { reached: reached.promise, release: released.resolve }
    },
  }
}
