import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { wantedBy } from '#html/wanted.ts'
import { closePort } from './close-port.ts'
import { redactUrl } from './redact-url.ts'

/** How long a stopping server keeps taking connections while it tells clients to close theirs. */
export const DRAIN_MS = 250
/** How long somebody who has just connected may take to send a request. */
const FRESH_MS = 1000
/** How long it then waits for answers that are under way. With the rest, a server ends within ten seconds. */
const GRACE_MS = 6000

export interface Draining {
  /** From now on answers ask clients to close their connections, and `/readyz` says no. */
  begin(): void
  isStopping(): boolean
  /** Requests that are being answered, such as "GET /api/". */
  underWay(): string[]
}

/**
 * Makes `app.close()` lose no accepted request. Closing at once would cut idle connections just when a client sends
 * its next request on one. So for a moment the server goes on answering, with "Connection: close", until busy clients
 * have left by themselves; then it closes its port, and waits for those who have connected but not said anything yet, and for
 * answers that are under way.
 */
export function drainBeforeClose(app: FastifyInstance): Draining {
  const { server } = app
  const connections = followConnections(server)
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
    server.emit('stopping')
    // When somebody else has the port, they have begun, waited and closed it.
    if (server.listening) {
      stopping = true
      await sleep(DRAIN_MS)
      await closePort(server)
    }
    stopping = true
    await connections.none('fresh', FRESH_MS)
    // Browsers connect ahead of time and may say nothing for minutes; to Node such a connection is not idle.
    connections.dropSilent()
    server.closeIdleConnections()
    await connections.none('open', GRACE_MS)
    const left = connections.underWay()
    if (left.length > 0)
      app.log.warn({ requests: left.slice(0, 20), count: left.length }, 'stopped in the middle of requests')
    server.closeAllConnections()
  })
  return {
    begin: () => {
      stopping = true
      // Answers that go on for as long as somebody listens end now.
      server.emit('stopping')
    },
    isStopping: () => stopping,
    underWay: connections.underWay,
  }
}

/** The connections that are open, and among them the fresh ones, on which nobody has asked anything yet. */
function followConnections(server: FastifyInstance['server']) {
  const sets = { open: new Set<Socket>(), fresh: new Set<Socket>() }
  let changed = () => {}
  server.on('connection', socket => {
    sets.open.add(socket)
    sets.fresh.add(socket)
    socket.once('close', () => {
      sets.open.delete(socket)
      sets.fresh.delete(socket)
      changed()
    })
  })
  server.on('request', ({ socket }) => {
    if (sets.fresh.delete(socket)) changed()
  })
  return {
    /** Closes connections on which not a byte has come. */
    dropSilent(): void {
      for (const socket of sets.fresh) if (socket.bytesRead === 0) socket.destroy()
    },
    /** Resolves when there are none of that kind, or when it has taken too long. */
    async none(kind: 'open' | 'fresh', patienceMs: number): Promise<void> {
      if (sets[kind].size === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      changed = () => {
        if (sets[kind].size === 0) resolve()
      }
      const timer = setTimeout(resolve, patienceMs)
      await promise
      clearTimeout(timer)
      changed = () => {}
    },
    underWay: (): string[] =>
      [...sets.open].flatMap(socket => {
        // Node keeps the response that is being written to a connection there.
        const { _httpMessage: response } = socket as { _httpMessage?: ServerResponse | null }
        const request = response?.req
        // Whoever only listens to what happens keeps nobody waiting.
        const isListening = String(response?.getHeader?.('content-type')).startsWith('text/event-stream')
        return request && !isListening ? [`${request.method} ${redactUrl(request.url ?? '')}${wantedBy(request)}`] : []
      }),
  }
}
