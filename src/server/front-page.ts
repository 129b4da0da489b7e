import type { FastifyInstance } from 'fastify'
import type { Config } from '#accounts/config.ts'

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, char => `&#${char.charCodeAt(0)};`)

const page = (siteUrl: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parlance</title>
<style>
  :root { color-scheme: light dark }
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem }
  code { overflow-wrap: anywhere }
</style>
<h1>Parlance</h1>
<p>A wiki and a translation platform over one database.</p>
<ul>
  <li><a href="/api.php">Wiki API</a>: <code>${siteUrl}/api.php</code>, as MediaWiki speaks it
    (<a href="/api.php?action=query&amp;meta=siteinfo&amp;format=json&amp;formatversion=2">about this wiki</a>)</li>
  <li><a href="/api/">Translation API</a>: <code>${siteUrl}/api/</code>, as Weblate speaks it</li>
  <li>Health: <a href="/healthz">/healthz</a>, <a href="/readyz">/readyz</a></li>
</ul>
</html>
`

export function frontPage(app: FastifyInstance, config: Config): void {
  const html = page(escapeHtml(config.siteUrl))
  app.get('/', async (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'")
      .send(html),
  )
}
