const STREAMS = 1000
const STREAMS_OF_ONE = 30

/** Why a connection was refused: status, seconds until another try, text. */
export const REFUSALS = {
  stopping: [503, 5, 'The server is shutting down.'],
  full: [503, 60, 'Too many clients are listening to this server.'],
  many: [429, 60, `At most ${STREAMS_OF_ONE} connections per IP address.`],
} as const

/** Limits the connections that stay open, in all and per IP address. */
export class ListenerPlaces {
  readonly #places = new Map<string, number>()
  #taken = 0
  isStopped = false

  /** Reserves a connection for an IP address. Returns a function that releases it, or the reason for refusal. */
  reserve(ip: string): keyof typeof REFUSALS | (() => void) {
    const own = this.#places.get(ip) ?? 0
    if (this.isStopped) return 'stopping'
    if (this.#taken >= STREAMS) return 'full'
    if (own >= STREAMS_OF_ONE) return 'many'
    this.#taken++
    this.#places.set(ip, own + 1)
    return () => {
      this.#taken--
      const left = this.#places.get(ip)! - 1
      if (left === 0) this.#places.delete(ip)
      else this.#places.set(ip, left)
    }
  }
}
