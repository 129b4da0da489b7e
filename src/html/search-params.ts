import type { FastifyRequest } from 'fastify'

/** What stands behind the question mark of an address. Fastify is told not to read it: most routes read it in their own way. */
export function searchParams({ url }: Pick<FastifyRequest, 'url'>): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1))
}
