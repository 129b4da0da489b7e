import { Server } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** However many come: at some point it is closed. */
const PATIENCE_MS = 500
/** Turns of the event loop in which nobody came, after which nobody waits at the door. */
const QUIET_TURNS = 3

/**
 * Closes a port without closing it in somebody's face. Connections wait in the system until a turn of the event loop takes one,
 * and those that still wait when the port is closed are reset, though for their clients they were made. So first the queue is
 * shortened to nothing, so that the system lets no more in (whoever comes now tries again after a while, and is then
 * refused), then those in it are taken, and then the port is closed. Open connections stay.
 *
 * One may still be cut off. Even the shortest queue has room for one, and for somebody whose handshake is half done there is no
 * queue to look at: the system has answered them and will reset them when the port is gone. Filling the last place with a
 * connection of our own does not help those, nor does sharing the port (SO_REUSEPORT), unless the system is set to move
 * handshakes from one listener to another (net.ipv4.tcp_migrate_req). Whoever needs none at all puts a balancer in front, which
 * asks /readyz.
 */
export async function closePort(server: Server): Promise<void> {
  // Node has no other way to ask for it.
  const { _handle: handle } = server as unknown as { _handle?: { listen?(backlog: number): number } | null }
  handle?.listen?.(0)
  let taken = 0
  const take = () => taken++
  server.on('connection', take)
  const end = performance.now() + PATIENCE_MS
  for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < end; ) {
    const before = taken
    await nextTurn()
    quiet = taken === before ? quiet + 1 : 0
  }
  server.off('connection', take)
  // Not `server.close()`: an HTTP server would cut idle connections too, and those who have not sent anything yet are idle.
  Server.prototype.close.call(server)
}
