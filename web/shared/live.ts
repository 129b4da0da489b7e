// Live updates from `GET /events/` (src/pages/live.ts), with one connection per subscription.

/** Statistics of a place, such as `translated` and `translated_percent`. */
export type Counters = Readonly<Record<string, number>>
/** By names such as `project:hello` or `translation:hello/main/cs`. */
export type Places = Readonly<Record<string, Counters>>

export interface LiveChange {
  readonly id: number
  readonly action: number
  readonly action_name: string
  readonly timestamp: string
  readonly user: string | null
  readonly project: string
  readonly component: string | null
  readonly language: string | null
  readonly unit: number | null
}

export interface Follower {
  statistics?(places: Places): void
  change?(change: LiveChange): void
  /** Too much was missed while disconnected: reload what is shown. */
  reload?(): void
}

interface Stream {
  readonly source: EventSource
  readonly followers: Set<Follower>
}

const streams = new Map<string, Stream>()

/**
 * Subscribes to a place (`project=hello&language=cs`, or '' for the whole site). Returns a function that unsubscribes.
 */
export function follow(place: string, follower: Follower): () => void {
  const stream = streams.get(place) ?? open(place)
  stream.followers.add(follower)
  return () => {
    stream.followers.delete(follower)
    if (stream.followers.size > 0) return
    stream.source.close()
    streams.delete(place)
  }
}

function open(place: string): Stream {
  const followers = new Set<Follower>()
  const source = new EventSource(`/events/${place === '' ? '' : `?${place}`}`)
  source.addEventListener('statistics', ({ data }) => {
    const places = JSON.parse(data as string) as Places
    for (const each of followers) each.statistics?.(places)
  })
  source.addEventListener('change', ({ data }) => {
    const change = JSON.parse(data as string) as LiveChange
    for (const each of followers) each.change?.(change)
  })
  source.addEventListener('reload', () => {
    for (const each of followers) each.reload?.()
  })
  const stream = { source, followers }
  streams.set(place, stream)
  return stream
}
