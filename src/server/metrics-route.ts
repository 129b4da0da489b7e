import { BlockList, isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#core/config.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a request comes directly from this machine. Proxied requests do not count. */
function isLocal({ raw, headers }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false
  const address = raw.socket.remoteAddress ?? ''
  return loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Metrics in Prometheus' text format; `read` collects those of all workers. */
export function metricsRoute(app: FastifyInstance, access: Config['metrics'], read: () => Promise<string>): void {
  if (access === 'off') return
  app.get('/metrics', async (request, reply) => {
    if (access === 'local' && !isLocal(request)) {
      const message = 'Metrics are only available from this machine. To make them public, set PARLANCE_METRICS=public.'
      return reply.code(403).send({ error: 'forbidden', message })
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await read())
  })
}
