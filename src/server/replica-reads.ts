import type { FastifyInstance, FastifyReply } from 'fastify'
import { Reading } from '#store/reading.ts'

const COOKIE = 'parlance_position'
/** Positions stay far below 2^53. */
const IN_COOKIE = new RegExp(`(?:^|;)\\s*${COOKIE}=([0-9a-z]{1,10})(?:;|$)`)
/** In seconds. By then, every replica in use has the change. */
const REMEMBERED_S = 600

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD'])
/** These report on the primary, or follow its change log. */
const ON_PRIMARY = /^\/(?:healthz|readyz|metrics|events)(?:[/?]|$)/

/**
 * Lets requests that only read use replicas. Callers read their own writes: a cookie holds the position of their last
 * one, and a replica must have reached it. See docs/decisions/replicas.md.
 */
export function readFromReplicas(app: FastifyInstance, secureCookies: boolean): void {
  // Not earlier: reading the body would lose the context.
  app.addHook('preHandler', (request, reply, done) => {
    const position = Number.parseInt(IN_COOKIE.exec(request.headers.cookie ?? '')?.[1] ?? '0', 36)
    const reading = new Reading(position, written => remember(reply, written, secureCookies))
    if (!READING.has(request.method) || ON_PRIMARY.test(request.url)) reading.usePrimary()
    // What a request leaves running in the background must not depend on its replica.
    reply.raw.once('close', () => reading.usePrimary())
    reading.run(done)
  })
}

/** Replaces the cookie of an earlier write of the same request. */
function remember(reply: FastifyReply, position: number, secure: boolean): void {
  if (reply.sent) return
  const others = [reply.getHeader('set-cookie') ?? []].flat().filter(each => !String(each).startsWith(`${COOKIE}=`))
  const end = `Path=/; Max-Age=${REMEMBERED_S}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  reply.removeHeader('set-cookie')
  reply.header('set-cookie', [...others, `${COOKIE}=${position.toString(36)}; ${end}`] as string[])
}
