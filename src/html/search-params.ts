import type { FastifyRequest } from 'fastify'

/** Query parameters of a request. Fastify's own parser is off, because most routes parse the query themselves. */
export function searchParams({ url }: Pick<FastifyRequest, 'url'>): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1))
}
