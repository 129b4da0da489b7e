import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { whoLooks } from '#core/visitor.ts'
import { escapeHtml } from '#html/html.ts'
import { countParts, pagesOfPart } from '../content/site-map.ts'
import { NS } from '../site/namespaces.ts'
import { isoTimestamp } from '../site/timestamp.ts'
import { canonicalUrl, urlEncodeTitle } from '../site/urls.ts'
import type { Wiki } from '../wiki.ts'

const MAX_AGE_SECONDS = 600
const XML = 'application/xml; charset=utf-8'
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** `robots.txt`, and the sitemap in parts. A private wiki tells crawlers to stay away. */
export function crawlerRoutes(app: FastifyInstance, wiki: Wiki): void {
  const { site, db } = wiki
  const base = canonicalUrl(site, { ns: NS.special, dbkey: 'x' }).replace(/^([a-z]+:\/\/[^/]+).*$/s, '$1')
  const isOpen = async (request: FastifyRequest): Promise<boolean> =>
    (await whoLooks(wiki.services, request)).can('read')
  const send = (reply: FastifyReply, type: string, body: string) =>
    reply
      .headers({ 'Content-Type': type, 'Cache-Control': `private, max-age=${MAX_AGE_SECONDS}`, Vary: 'Cookie' })
      .send(body)
  const document = (root: string, items: readonly string[]): string =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">\n${items.join('')}</${root}>\n`
  const missing = (reply: FastifyReply) => reply.code(404).header('Content-Type', 'text/plain').send('Not found\n')

  app.get('/robots.txt', async (request, reply) => {
    const lines = (await isOpen(request)) ? [...openRules(wiki), '', `Sitemap: ${base}/sitemap.xml`] : ['Disallow: /']
    return send(reply, 'text/plain; charset=utf-8', `${['User-agent: *', ...lines].join('\n')}\n`)
  })
  app.get('/sitemap.xml', async (request, reply) => {
    if (!(await isOpen(request))) return missing(reply)
    const parts = await countParts(db)
    const items = Array.from(
      { length: parts },
      (_, i) => `<sitemap><loc>${escapeHtml(`${base}/sitemap/${i + 1}.xml`)}</loc></sitemap>\n`,
    )
    return send(reply, XML, document('sitemapindex', items))
  })
  app.get('/sitemap/:part.xml', async (request, reply) => {
    const { part } = request.params as { readonly part: string }
    if (!/^[1-9]\d{0,4}$/.test(part) || !(await isOpen(request))) return missing(reply)
    const namespaces = site.namespaces.list.filter(({ id, content }) => content && id >= 0).map(({ id }) => id)
    const pages = await pagesOfPart(db, Number(part), namespaces)
    const items = pages.map(({ ns, title, changed }) => {
      const address = `<loc>${escapeHtml(canonicalUrl(site, { ns, dbkey: title }))}</loc>`
      return `<url>${address}${changed === null ? '' : `<lastmod>${isoTimestamp(changed)}</lastmod>`}</url>\n`
    })
    return send(reply, XML, document('urlset', items))
  })
}

/** Only articles are worth a visit: not forms, histories, special pages and the APIs. */
function openRules({ site }: Wiki): string[] {
  const special = site.articlePath.replace('$1', () => `${urlEncodeTitle(site.namespaces.nameOf(NS.special))}:`)
  const isByPath = !site.articlePath.includes('?')
  const paths = ['/api.php', '/api/', '/accounts/', '/sandbox', special, ...(isByPath ? [`${site.script}?`] : [])]
  return [...new Set([...paths, site.articlePath.replace('$1', 'Special:')])].map(path => `Disallow: ${path}`)
}
