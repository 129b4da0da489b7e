import type { FastifyInstance } from 'fastify'
import type { Services } from '#core/services.ts'
import { logoFile } from '#pages/face/logo-routes.ts'

/** Two speech bubbles. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0b5cad" d="M2 3h18v13H10l-5 5v-5H2z"/><path fill="#2a7f3e" d="M13 18h9v-7h8v13h-3v5l-5-5h-9z"/></svg>
`
const HOUR = 3600
const WEEK = 604_800

/**
 * The logo of the site, or our own. Browsers request `/favicon.ico` for responses without a `<link rel="icon">`, for
 * example JSON.
 */
export function favicon(app: FastifyInstance, services: Services): void {
  for (const url of ['/favicon.svg', '/favicon.ico']) {
    app.get(url, async (_, reply) => {
      // While the database is unavailable, pages still have an icon.
      const file = await logoFile(services, url === '/favicon.ico', HOUR).catch(() => null)
      if (file !== null) return reply.headers(file.headers).send(file.content)
      return reply.headers({ 'content-type': 'image/svg+xml', 'cache-control': `public, max-age=${WEEK}` }).send(ICON)
    })
  }
}
