import type { FastifyReply } from 'fastify'

/** Aborted when the connection is closed before the answer is out: then nobody waits for it. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort()
  else raw.once('close', () => raw.writableFinished || gone.abort())
  return gone.signal
}
