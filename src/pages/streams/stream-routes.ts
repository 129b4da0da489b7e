// `GET /v2/stream/…` and `GET /events/stream`: changes for programs, in the shape of Wikimedia's EventStreams.
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#accounts/caller.ts'
import type { Services } from '#core/services.ts'
import type { StreamEvent } from '#core/stream-source.ts'
import { whoLooks } from '#core/visitor.ts'
import { searchParams } from '#html/search-params.ts'
import { ListenerPlaces, REFUSALS } from '../listener-places.ts'
import { eventBody } from './event-body.ts'
import { LogWatch } from './log-watch.ts'
import { beginning, eventId, type Position, readEventId, readTime } from './position.ts'
import { eventsAfter, type Wish } from './read-stream.ts'

const HEARTBEAT_MS = 15_000
/** Maximum duration. The client then reconnects and is authenticated again. */
const LONGEST_S = 600
/** Bytes that wait for the client before we stop reading. */
const BUFFER = 64 * 1024

const OWN = ['streams', 'since', 'seconds']

class BadWish extends Error {}

export function streamRoutes(app: FastifyInstance, services: Services): void {
  const places = new ListenerPlaces()
  const watch = new LogWatch(services)
  const stop = new AbortController()
  app.server.on('stopping', () => {
    places.isStopped = true
    stop.abort()
  })
  const hub = { services, places, watch, stopping: stop.signal }
  // A HEAD request would open a stream that never ends.
  const options = { exposeHeadRoute: false }
  app.get('/events/stream', options, (request, reply) => listen(hub, request, reply, undefined))
  app.get<{ Params: { streams: string } }>('/v2/stream/:streams', options, (request, reply) =>
    listen(hub, request, reply, request.params.streams),
  )
}

interface Hub {
  readonly services: Services
  readonly places: ListenerPlaces
  readonly watch: LogWatch
  readonly stopping: AbortSignal
}

async function listen(
  hub: Hub,
  request: FastifyRequest,
  reply: FastifyReply,
  inPath: string | undefined,
): Promise<FastifyReply> {
  reply.headers({ 'Cache-Control': 'private, no-store', Vary: 'Cookie, Authorization' })
  const refused = (status: number, message: string) =>
    reply
      .code(status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ error: 'stream', message }))
  let wish: Wish & { readonly seconds: number; readonly last: Position | null }
  try {
    wish = readWish(hub.services, request, inPath)
  } catch (error) {
    if (error instanceof BadWish) return refused(400, error.message)
    throw error
  }
  const caller = await whoLooks(hub.services, request)
  for (const { area, streams, allows } of hub.services.streams)
    if (Object.keys(streams).some(name => wish.streams.has(name)) && !allows(caller))
      return refused(403, `You don't have permission to follow the streams of the ${area}.`)
  const place = hub.places.reserve(request.ip)
  if (typeof place === 'string') {
    const [status, retry, message] = REFUSALS[place]
    reply.header('Retry-After', String(retry))
    return refused(status, message)
  }
  const stream = new PassThrough({ highWaterMark: BUFFER })
  stream.once('close', place)
  reply.raw.once('close', () => stream.destroy())
  if (reply.raw.destroyed) stream.destroy()
  const start = await beginning(hub.services.store.read, wish.last, wish.since).catch((error: unknown) => {
    stream.destroy()
    throw error
  })
  const closed = new AbortController()
  stream.once('close', () => closed.abort())
  const end = AbortSignal.any([closed.signal, hub.stopping, AbortSignal.timeout(wish.seconds * 1000)])
  void follow(hub, caller, wish, start, stream, end)
  const headers = { 'Content-Type': 'text/event-stream; charset=utf-8', Connection: 'close', 'X-Accel-Buffering': 'no' }
  return reply.headers(headers).send(stream)
}

/** Sends events until the connection ends. Reads no faster than the client does. */
async function follow(
  { services, watch }: Hub,
  caller: Caller,
  wish: Wish,
  start: Position,
  stream: PassThrough,
  end: AbortSignal,
): Promise<void> {
  const names = [...wish.streams]
  let position = start
  let sentAt = performance.now()
  const write = async (text: string): Promise<void> => {
    sentAt = performance.now()
    if (!stream.write(text)) await once(stream, 'drain', { signal: end })
  }
  try {
    // Sends the headers, and a position to resume from if nothing happens.
    await write(`:ok\n\nid: ${eventId(names, position)}\n\n`)
    while (!end.aborted) {
      const before = position
      for await (const part of eventsAfter(services, caller, wish, position)) {
        if (end.aborted) break
        if (part.isIncomplete) await write(incomplete(names, position))
        for (const event of part.events) await write(written(services, names, event))
        position = part.until
      }
      if (position.seq === before.seq && position.index === before.index)
        await watch.beyond(position.seq, end, HEARTBEAT_MS)
      if (performance.now() - sentAt >= HEARTBEAT_MS) await write(`id: ${eventId(names, position)}\n\n`)
    }
  } catch (error) {
    if (!end.aborted) {
      services.log('live.send_failed', { err: error })
      // The client reconnects with its last event ID, and should wait a moment first.
      await pause(1000, null, { ref: false })
      stream.destroy()
    }
  } finally {
    if (!stream.destroyed) stream.end()
  }
}

const incomplete = (names: readonly string[], position: Position): string =>
  `event: error\nid: ${eventId(names, position)}\ndata: ${JSON.stringify({
    message: 'Some events after your last position were deleted. The stream goes on with the oldest one that is left.',
  })}\n\n`

const written = (services: Services, names: readonly string[], event: StreamEvent): string =>
  `event: message\nid: ${eventId(names, event)}\ndata: ${JSON.stringify(eventBody(services, event))}\n\n`

function readWish(services: Services, request: FastifyRequest, inPath: string | undefined) {
  const params = searchParams(request)
  const known = services.streams.flatMap(({ streams }) => Object.keys(streams))
  const filters = [...new Set(services.streams.flatMap(source => source.filters))]
  const unknown = [...params.keys()].find(name => !OWN.includes(name) && !filters.includes(name))
  if (unknown !== undefined)
    throw new BadWish(
      `Unknown parameter "${unknown.slice(0, 50)}". Known parameters: ${[...OWN, ...filters].join(', ')}.`,
    )
  const names = (inPath ?? params.get('streams') ?? 'recentchange')
    .split(',')
    .map(name => name.replace(/^mediawiki\./, ''))
  const missing = names.find(name => !known.includes(name))
  if (missing !== undefined)
    throw new BadWish(`Unknown stream "${missing.slice(0, 50)}". Known streams: ${known.join(', ')}.`)
  const lasting = params.get('seconds') ?? String(LONGEST_S)
  if (!/^\d{1,3}$/.test(lasting) || Number(lasting) < 1 || Number(lasting) > LONGEST_S)
    throw new BadWish(`"seconds" must be a number from 1 to ${LONGEST_S}.`)
  const time = params.get('since')
  const since = time === null ? null : readTime(time)
  if (time !== null && since === null)
    throw new BadWish('"since" must be a time, such as 2026-11-15T12:00:00Z, or milliseconds since 1970.')
  const id = request.headers['last-event-id']
  return {
    streams: new Set(names),
    filters: new Map(
      filters.flatMap(name =>
        params.has(name) ? [[name, new Set(params.getAll(name).flatMap(each => each.split('|')))]] : [],
      ),
    ),
    since,
    seconds: Number(lasting),
    last: typeof id === 'string' ? readEventId(id) : null,
  }
}
