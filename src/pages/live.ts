// `GET /events/`: live changes for open pages, as server-sent events.

import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CannotFollow, type Following, type LiveEvent } from '#core/live-source.ts'
import type { Services } from '#core/services.ts'
import { whoLooks } from '#core/visitor.ts'
import { changesAfter } from '#events/change-log.ts'
import { hasMissedChanges, isBeyondLog } from '#events/old-changes.ts'
import { searchParams } from '#html/search-params.ts'
import { lastChange } from '#store/log-order.ts'
import { ListenerPlaces, REFUSALS } from './listener-places.ts'

/** Polling interval of the change log while there are listeners. */
const LOOK_MS = 1000
/** Interval of keep-alive events with the last event ID, so that proxies keep the connection open. */
const HEARTBEAT_MS = 20_000
/** Maximum duration. The browser then reconnects and is authenticated again. */
const LONGEST_S = 600
/** Listeners that do not read are disconnected; the browser reconnects and catches up. */
const UNREAD_BYTES = 256 * 1024
const ENTRIES = 200

/** Maximum number of missed changes sent later. Sources send no more than this at a time. */
const MISSED = 50
/** Sent instead of more than that. */
const RELOAD = 'reload'

interface Listener {
  readonly stream: PassThrough
  readonly followings: readonly [area: string, Following<unknown>][]
}

/** All listeners of this process. */
class Hub {
  readonly #services: Services
  readonly #listeners = new Set<Listener>()
  readonly places = new ListenerPlaces()
  #seen = 0
  #timer: NodeJS.Timeout | null = null

  constructor(services: Services) {
    this.#services = services
  }

  /** `since` is the last event ID before the listener was disconnected. */
  async add(listener: Listener, since: number | null): Promise<void> {
    const { read } = this.#services.store
    const now = await lastChange(read)
    if (this.#listeners.size === 0 && !this.#looking) this.#seen = now
    const lastSent = this.#seen
    this.#listeners.add(listener)
    listener.stream.once('close', () => this.#remove(listener))
    if (listener.stream.destroyed || this.places.isStopped) {
      listener.stream.end()
      return this.#remove(listener)
    }
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref()
    const behind = since === null || since >= lastSent ? [] : await changesAfter(read, since, ENTRIES + 1)
    const missed = behind.filter(each => each.seq <= lastSent)
    // An entry may stand for many changes.
    const changes = missed.reduce((sum, { data }) => sum + (Number(data.count) || 1), 0)
    if (changes > MISSED || (since !== null && (await this.#isUnknown(since))))
      send(listener.stream, [{ name: RELOAD, data: {} }])
    else await this.#notify([listener], missed)
    this.mark(listener.stream, lastSent)
  }

  /** Whether entries after a number were deleted, or it is from before the database was restored from a backup. */
  async #isUnknown(since: number): Promise<boolean> {
    const { read } = this.#services.store
    return (await hasMissedChanges(read, since)) || (await isBeyondLog(read, since))
  }

  /** Sends the current position, so that the listener can resume from it. */
  mark(stream: PassThrough, seq = this.#seen): void {
    if (!stream.writableEnded && !stream.destroyed) stream.write(`id: ${seq}\n\n`)
  }

  stop(): void {
    this.places.isStopped = true
    for (const { stream } of this.#listeners) stream.end()
  }

  #remove(listener: Listener): void {
    this.#listeners.delete(listener)
    if (this.#listeners.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  #looking = false

  async #look(): Promise<void> {
    if (this.#looking) return
    this.#looking = true
    try {
      const { read } = this.#services.store
      const entries = await changesAfter(read, this.#seen, ENTRIES)
      if (await hasMissedChanges(read, this.#seen)) this.#reloadAll()
      await this.#notify([...this.#listeners], entries)
      // Not earlier, so that events are sent again after an error.
      this.#seen = entries.at(-1)?.seq ?? this.#seen
    } catch (error) {
      this.#services.log('live.follow_failed', { err: error })
    } finally {
      this.#looking = false
    }
  }

  /** After a long pause of this process, for example on a suspended machine. */
  #reloadAll(): void {
    this.#services.log('live.listeners_reload', { listeners: this.#listeners.size })
    for (const { stream } of this.#listeners) send(stream, [{ name: RELOAD, data: {} }])
  }

  async #notify(listeners: readonly Listener[], entries: Awaited<ReturnType<typeof changesAfter>>): Promise<void> {
    const seq = entries.at(-1)?.seq
    if (seq === undefined || listeners.length === 0) return
    const news = new Map<string, unknown>()
    for (const { area, gather } of this.#services.live) {
      const own = entries.filter(each => each.area === area)
      if (own.length > 0) news.set(area, await gather(own))
    }
    for (const { stream, followings } of listeners) {
      if (stream.destroyed) continue
      try {
        const events: LiveEvent[] = []
        for (const [area, following] of followings)
          if (news.has(area)) events.push(...(await following.describe(news.get(area))))
        send(stream, events, seq)
      } catch (error) {
        // The other listeners got the event. This one reconnects with its last event ID.
        this.#services.log('live.send_failed', { err: error })
        stream.destroy()
      }
    }
  }
}

function send(stream: PassThrough, events: readonly LiveEvent[], seq?: number): void {
  if (stream.writableEnded || events.length === 0) return
  const id = seq === undefined ? '' : `id: ${seq}\n`
  stream.write(events.map(({ name, data }) => `${id}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join(''))
  if (stream.readableLength > UNREAD_BYTES) stream.destroy()
}

export function liveRoute(app: FastifyInstance, services: Services): void {
  const hub = new Hub(services)
  app.server.on('stopping', () => hub.stop())
  // A HEAD request would open a stream that never ends.
  app.get('/events/', { exposeHeadRoute: false }, (request, reply) => listen(services, hub, request, reply))
}

async function listen(
  services: Services,
  hub: Hub,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers({ 'Cache-Control': 'private, no-store', Vary: 'Cookie, Authorization' })
  const params = searchParams(request)
  const refused = (status: number, message: string) =>
    reply
      .code(status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ error: 'events', message }))
  const supported = ['seconds', ...services.live.flatMap(source => source.parameters)]
  const unknown = [...params.keys()].find(name => !supported.includes(name))
  if (unknown !== undefined)
    return refused(400, `Unknown parameter "${unknown.slice(0, 50)}". Known parameters: ${supported.join(', ')}.`)
  const lasting = params.get('seconds') ?? String(LONGEST_S)
  if (!/^\d{1,3}$/.test(lasting) || Number(lasting) < 1 || Number(lasting) > LONGEST_S)
    return refused(400, `"seconds" must be a number from 1 to ${LONGEST_S}.`)
  const place = hub.places.reserve(request.ip)
  if (typeof place === 'string') {
    const [status, retry, message] = REFUSALS[place]
    reply.header('Retry-After', String(retry))
    return refused(status, message)
  }
  const stream = new PassThrough({ highWaterMark: 2 * UNREAD_BYTES })
  stream.once('close', place)
  try {
    const caller = await whoLooks(services, request)
    const followings: [string, Following<unknown>][] = []
    for (const source of services.live) {
      const following = await source.follow(caller, params)
      if (following !== null) followings.push([source.area, following])
    }
    stream.write('retry: 3000\n\n')
    for (const [, following] of followings) send(stream, await following.begin())
    await hub.add({ stream, followings }, heardLast(request))
  } catch (error) {
    stream.destroy()
    if (error instanceof CannotFollow) return refused(error.status, error.message)
    throw error
  }
  keepAlive(stream, Number(lasting), () => hub.mark(stream))
  reply.raw.once('close', () => stream.destroy())
  if (reply.raw.destroyed) stream.destroy()
  // Close the connection with the stream, so that it does not delay shutdown.
  const headers = { 'Content-Type': 'text/event-stream; charset=utf-8', Connection: 'close', 'X-Accel-Buffering': 'no' }
  return reply.headers(headers).send(stream)
}

function keepAlive(stream: PassThrough, seconds: number, beat: () => void): void {
  const heartbeat = setInterval(beat, HEARTBEAT_MS).unref()
  const end = setTimeout(() => stream.end(), seconds * 1000).unref()
  stream.once('close', () => {
    clearInterval(heartbeat)
    clearTimeout(end)
  })
}

function heardLast({ headers }: FastifyRequest): number | null {
  const id = headers['last-event-id']
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : null
}
