import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { logEvent } from '#events/log.ts'
import { wantedBy } from '#html/wanted.ts'
import { closePort } from './close-port.ts'
import { redactUrl } from './redact-url.ts'

/** How long a stopping server keeps accepting connections while it asks clients to close theirs. */
export const DRAIN_MS = 250
/** How long a new connection may take to send its first request. */
const FRESH_MS = 1000
/** How long to wait for pending responses. In total, a server stops within ten seconds. */
const GRACE_MS = 6000

export interface Draining {
  /** From now on, responses ask clients to close their connections, and `/readyz` fails. */
  begin(): void
  isStopping(): boolean
  /** Pending requests, for example "GET /api/". */
  underWay(): string[]
}

/**
 * Makes `app.close()` lose no accepted request. Closing immediately would drop idle connections just when a client
 * sends its next request. So the server first keeps responding with "Connection: close" for a moment, until busy
 * clients have disconnected. Then it closes the port, and waits for new connections without a request and for pending
 * responses.
 */
export function drainBeforeClose(app: FastifyInstance): Draining {
  const { server } = app
  const connections = trackConnections(server)
  let stopping = false
  app.addHook('onRequest', (_, reply, done) => {
    if (stopping) reply.header('connection', 'close')
    done()
  })
  // For requests that arrived before the server began to stop.
  app.addHook('onSend', (_, reply, payload, done) => {
    if (stopping) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', async () => {
    server.emit('stopping')
    // If the primary owns the port, it has already drained and closed it.
    if (server.listening) {
      stopping = true
      await sleep(DRAIN_MS)
      await closePort(server)
    }
    stopping = true
    await connections.none('fresh', FRESH_MS)
    // Browsers open connections in advance and may not use them for minutes. Node.js does not consider them idle.
    connections.dropSilent()
    server.closeIdleConnections()
    await connections.none('open', GRACE_MS)
    const pending = connections.underWay()
    if (pending.length > 0) {
      const requests = pending.slice(0, 20)
      logEvent(app.log, 'server.requests_dropped', { requests, count: pending.length })
    }
    server.closeAllConnections()
  })
  return {
    begin: () => {
      stopping = true
      // Ends event streams.
      server.emit('stopping')
    },
    isStopping: () => stopping,
    underWay: connections.underWay,
  }
}

/** Tracks open connections and, among them, fresh ones without a request yet. */
function trackConnections(server: FastifyInstance['server']) {
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
    /** Closes connections that have not received a single byte. */
    dropSilent(): void {
      for (const socket of sets.fresh) if (socket.bytesRead === 0) socket.destroy()
    },
    /** Resolves when there are no such connections left, or after the timeout. */
    async none(kind: 'open' | 'fresh', timeoutMs: number): Promise<void> {
      if (sets[kind].size === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      changed = () => {
        if (sets[kind].size === 0) resolve()
      }
      const timer = setTimeout(resolve, timeoutMs)
      await promise
      clearTimeout(timer)
      changed = () => {}
    },
    underWay: (): string[] =>
      [...sets.open].flatMap(socket => {
        // Node.js keeps the current response of a connection there.
        const { _httpMessage: response } = socket as { _httpMessage?: ServerResponse | null }
        const request = response?.req
        // Event streams are not pending work.
        const isListening = String(response?.getHeader?.('content-type')).startsWith('text/event-stream')
        return request && !isListening ? [`${request.method} ${redactUrl(request.url ?? '')}${wantedBy(request)}`] : []
      }),
  }
}
