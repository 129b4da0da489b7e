import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long a stopping server keeps taking requests while it tells clients to close their connections. */
const DRAIN_MS = 250
/** How long it then waits for answers that are under way. */
const GRACE_MS = 30_000

/**
 * Makes `app.close()` lose no accepted request. Closing at once would cut idle connections just when a client sends
 * its next request on one. So for a moment the server goes on answering, with "Connection: close", until busy clients
 * have left by themselves; then it stops accepting and waits for the rest.
 */
export function drainBeforeClose(app: FastifyInstance): () => boolean {
  let stopping = false
  app.addHook('onRequest', (_, reply, done) => {
    if (stopping) reply.header('connection', 'close')
    done()
  })
  // For those that were under way when it began to stop.
  app.addHook('onSend', (_, reply, payload, done) => {
    if (stopping) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', async () => {
    stopping = true
    if (app.server.listening) {
      await sleep(DRAIN_MS)
      // On a machine so busy that the pause went by at once, what has arrived meanwhile is still unread: look once more.
      await nextTurn()
      await nextTurn()
    }
    setTimeout(() => app.server.closeAllConnections(), GRACE_MS).unref()
  })
  return () => stopping
}
