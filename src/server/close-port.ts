import { Server } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** The port is closed after this time even if connections keep arriving. */
const TIMEOUT_MS = 500
/** After this many turns of the event loop without a new connection, the queue is empty. */
const QUIET_TURNS = 3

/**
 * Closes a port without dropping connections that the system has already accepted. Such connections wait in the backlog
 * until the event loop picks them up, and closing the port resets them. So the backlog is first reduced to zero to keep
 * new connections out (their clients retry and are then refused), then the queued ones are picked up, and then the port
 * is closed. Open connections stay open.
 *
 * A few connections can still be reset: even a backlog of zero has room for one, and half-finished handshakes are not
 * visible to us. Filling the last slot with our own connection does not help, nor does sharing the port (SO_REUSEPORT),
 * unless the system migrates handshakes between listeners (net.ipv4.tcp_migrate_req). To avoid all resets, use a load
 * balancer that checks /readyz.
 */
export async function closePort(server: Server): Promise<void> {
  // Node.js has no public API for this.
  const { _handle: handle } = server as unknown as { _handle?: { listen?(backlog: number): number } | null }
  handle?.listen?.(0)
  let accepted = 0
  const count = () => accepted++
  server.on('connection', count)
  const end = performance.now() + TIMEOUT_MS
  for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < end; ) {
    const before = accepted
    await nextTurn()
    quiet = accepted === before ? quiet + 1 : 0
  }
  server.off('connection', count)
  // `server.close()` of an HTTP server would also close idle connections, including new ones without a request yet.
  Server.prototype.close.call(server)
}
