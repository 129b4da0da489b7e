import type { FastifyInstance } from 'fastify'

/** Two speech bubbles. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0b5cad" d="M2 3h18v13H10l-5 5v-5H2z"/><path fill="#2a7f3e" d="M13 18h9v-7h8v13h-3v5l-5-5h-9z"/></svg>
`

/** Browsers request `/favicon.ico` for responses without a `<link rel="icon">`, for example JSON. */
export function favicon(app: FastifyInstance): void {
  for (const url of ['/favicon.svg', '/favicon.ico']) {
    app.get(url, async (_, reply) =>
      reply.headers({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=604800' }).send(ICON),
    )
  }
}
