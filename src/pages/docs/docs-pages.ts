import path from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '#core/services.ts'
import { html } from '#html/html.ts'
import { searchParams } from '#html/search-params.ts'
import { Asker } from '#translation/api/ask.ts'
import { rest } from '#translation/api/resources/index.ts'
import { version } from '#translation/api/version.ts'
import { actions } from '#wiki/actions/index.ts'
import { ModuleTree } from '#wiki/api/module-tree.ts'
import { paramSettings } from '#wiki/api/params/param-settings.ts'
import { loadSite } from '#wiki/open-wiki.ts'
import { queryModules } from '#wiki/query/registry.ts'
import { type Page, sendPage, type Visit, visit } from '../send-page.ts'
import { actionReference } from './action-reference.ts'
import { docPage, homeOfDocs, leaf, resultsPage } from './layout.ts'
import { type Library, loadLibrary } from './library.ts'
import { llmsText } from './llms.ts'
import { restReference } from './rest-reference.ts'
import { LONGEST, search } from './search.ts'
import { wikiRestReference } from './wiki-rest-reference.ts'

const TYPES: Readonly<Record<string, string>> = { '.png': 'image/png', '.json': 'application/json; charset=utf-8' }
const TEXT = 'text/plain; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'

/** `/docs/…`: guides and API references as HTML and Markdown, and `/llms.txt`, which lists them. */
export function docsPages(app: FastifyInstance, services: Services): void {
  const { store, config } = services
  const asker = new Asker(rest, services)
  let loading: Promise<Library> | undefined
  const library = (): Promise<Library> => {
    loading ??= (async () => {
      const site = await loadSite(store.read, config.siteUrl)
      const tree = new ModuleTree(actions, queryModules, paramSettings({ site, services }))
      return loadLibrary([
        ...actionReference(tree, site),
        wikiRestReference(),
        ...restReference(config.siteUrl, version),
      ])
    })()
    return loading
  }
  app.get('/docs', (request, reply) => reply.redirect(`/docs/${request.url.slice('/docs'.length)}`, 301))
  app.get('/docs/', async (request, reply) => {
    const own = await visit(services, request, reply)
    return sendPage(own, await front(await library(), own))
  })
  app.get('/docs/*', async (request, reply) => {
    const name = (request.params as { '*': string })['*']
    const docs = await library()
    if (name.endsWith('.md')) {
      const doc = docs.find(name.slice(0, -'.md'.length))
      return doc ? forPrograms(reply, MARKDOWN, docs.markdown(doc)) : reply.callNotFound()
    }
    const own = await visit(services, request, reply)
    const doc = docs.find(name.replace(/\/$/, ''))
    if (doc && !name.endsWith('/')) return reply.redirect(`/docs/${doc.path}/`, 301)
    if (doc) return sendPage(own, await docPage(docs, doc, own, asker))
    const content = await docs.file(name)
    if (content !== null) return forPrograms(reply, TYPES[path.extname(name)] ?? TEXT, content)
    return sendPage(own, missing(docs, own))
  })
  app.get('/llms.txt', async (_, reply) => forPrograms(reply, TEXT, llmsText(await library(), config.siteUrl)))
}

/** The same for all readers. */
const forPrograms = (reply: FastifyReply, type: string, content: string | Buffer): FastifyReply =>
  reply.headers({ 'content-type': type, 'x-content-type-options': 'nosniff' }).send(content)

async function front(docs: Library, own: Visit): Promise<Page> {
  const { t } = own.reader
  const q = (searchParams(own.request).get('q') ?? '').replaceAll('\0', '').trim()
  if (q === '') return homeOfDocs(docs, own.reader)
  if (q.length > LONGEST || !q.isWellFormed()) {
    const why = t('docs.too_long', { count: LONGEST })
    return {
      ...leaf(docs, own.reader, { title: t('docs.title'), content: html`<p class="note wrong">${why}</p>` }),
      status: 400,
    }
  }
  return resultsPage(docs, own.reader, q, await search(docs, q))
}

function missing(docs: Library, { reader }: Visit): Page {
  const { t } = reader
  const content = html`<p>${t('docs.missing')}</p><p><a href="/docs/">${t('docs.to_contents')}</a></p>`
  return { ...leaf(docs, reader, { title: t('frame.not_found'), content }), status: 404 }
}
