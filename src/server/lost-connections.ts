import type { Worker } from 'node:cluster'

interface Handing {
  readonly cmd?: string
  readonly act?: string
  readonly seq?: number
}
interface Handle {
  close(): void
}

/**
 * The primary keeps a connection open until the worker that it was handed to confirms. If the worker dies before that,
 * Node forgets the connection without closing it, and the client would wait for ever. So we remember what is being
 * handed over, and close it when the worker is gone: the client learns at once that it must ask again.
 */
export function closeLostConnections({ process: child }: Worker): void {
  const handed = new Map<number, Handle>()
  const send = child.send.bind(child) as (...args: unknown[]) => boolean
  const remember = (message: Handing, handle: Handle | undefined) => {
    if (message?.act === 'newconn' && typeof message.seq === 'number' && handle) handed.set(message.seq, handle)
  }
  child.send = ((...args: unknown[]) => {
    remember(args[0] as Handing, args[1] as Handle | undefined)
    return send(...args)
  }) as typeof child.send
  child.on('internalMessage', (message: { ack?: number }) => {
    if (message?.ack !== undefined) handed.delete(message.ack)
  })
  child.once('exit', () => {
    for (const handle of handed.values()) handle.close()
    handed.clear()
  })
}
