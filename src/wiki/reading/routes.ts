import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { direction } from '#languages/direction.ts'
import { escapeHtml } from '../api/messages/render.ts'
import { pageLanguage } from '../content/page-language.ts'
import { pagesById, pagesByName } from '../content/pages.ts'
import { readTexts } from '../content/text-blobs.ts'
import { NS } from '../site/namespaces.ts'
import { prefixedText } from '../site/title-format.ts'
import { parseTitle } from '../site/titles.ts'
import { fullUrl } from '../site/urls.ts'
import type { Wiki } from '../wiki.ts'
import { htmlPage } from './html.ts'

const TYPE = 'text/html; charset=utf-8'
const LICENSE = path.join(import.meta.dirname, '..', '..', '..', 'LICENSE')

/** The addresses that answers of the API name: pages by title and by id, and the licence of the modules. */
export function readingRoutes(app: FastifyInstance, wiki: Wiki): void {
  const prefix = wiki.site.articlePath.split('$1')[0]!
  const guard = { preHandler: (request: FastifyRequest, reply: FastifyReply) => requireRead(wiki, request, reply) }
  app.get(`${prefix}*`, guard, async (request, reply) => {
    const text = (request.params as Record<string, string>)['*'] ?? ''
    return showTitle(wiki, text === '' ? wiki.site.mainPage : text, reply)
  })
  app.get('/index.php', guard, async (request, reply) => {
    const { title, curid } = request.query as Record<string, string | undefined>
    const [page] = /^\d{1,15}$/.test(curid ?? '') ? await pagesById(wiki.db, [Number(curid)]) : []
    if (page) return reply.redirect(fullUrl(wiki.site, { ns: page.ns, dbkey: page.title }))
    return showTitle(wiki, title ?? wiki.site.mainPage, reply)
  })
}

/** A private wiki shows its pages to those who may read it. */
async function requireRead(wiki: Wiki, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const caller = await wiki.services.callers.identify(request)
  if (!caller.can('read')) await reply.code(403).type('text/plain; charset=utf-8').send('You may not read this wiki.')
}

async function showTitle(wiki: Wiki, text: string, reply: FastifyReply): Promise<FastifyReply> {
  const { site } = wiki
  const title = parseTitle(site, text)
  const show = (status: number, heading: string, body: string, language = site.language) =>
    reply
      .code(status)
      .type(TYPE)
      .send(htmlPage(language, direction(language), heading, body))
  if ('invalid' in title) return show(400, text, '<p>This is no title a page can have.</p>')
  const name = prefixedText(site, title.ns, title.dbkey)
  if (title.ns === NS.special) {
    const special = site.specialPages.resolve(title.dbkey)
    if (special?.canonical === 'Version' && special.subpage?.startsWith('License'))
      return show(200, name, await license())
    return show(404, name, '<p>There is no such special page here.</p>')
  }
  const [page] = await pagesByName(wiki.db, [{ ns: title.ns, title: title.dbkey }])
  if (!page) return show(404, name, '<p>There is no such page.</p>')
  const source = await currentText(wiki, page.latest_rev)
  return show(200, name, `<pre>${escapeHtml(source)}</pre>`, pageLanguage(site, page.ns, page.title, page.lang))
}

async function license(): Promise<string> {
  const text = await readFile(LICENSE, 'utf8')
  return `<p>The modules of this API are part of Parlance, an implementation of its own of MediaWiki's interface, and may be
used, changed and passed on under the GNU General Public License, version 2 or (at your option) any later version.</p>
<pre>${escapeHtml(text)}</pre>`
}

async function currentText(wiki: Wiki, revision: number): Promise<string> {
  const row = await wiki.db
    .selectFrom('slot')
    .innerJoin('content', 'content.id', 'slot.content_id')
    .where('slot.revision_id', '=', revision)
    .where('slot.role', '=', 'main')
    .select('content.blob_id')
    .executeTakeFirst()
  const texts = row?.blob_id ? await readTexts(wiki.db, [row.blob_id]) : null
  return texts?.get(row!.blob_id!)?.toString() ?? ''
}
