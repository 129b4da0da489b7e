import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#accounts/caller.ts'
import { readerOf } from '#accounts/reader.ts'
import { whoLooks } from '#accounts/visitor.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { direction } from '#languages/direction.ts'
import { goneSignal } from '#web/gone.ts'
import { type Html, html, type Piece } from '#web/html.ts'
import { PAGE_HEADERS, page } from '#web/page.ts'
import { searchParams } from '#web/search-params.ts'
import { type PageRow, pagesById, pagesByName, redirectsFrom } from '../content/pages.ts'
import { WorkRefused } from '../content/text-work/text-work.ts'
import { sendStashed, stashPage, stashSubpage } from '../files/stash.ts'
import type { Thumbnails } from '../files/thumbnails.ts'
import { NS } from '../site/namespaces.ts'
import { prefixedText } from '../site/title-format.ts'
import { parseTitle } from '../site/titles.ts'
import { localUrl } from '../site/urls.ts'
import type { Wiki } from '../wiki.ts'
import { categoryMembers } from './category-members.ts'
import { sendRaw } from './raw-page.ts'
import { readPage } from './read-page.ts'
import { shownFile } from './shown-file.ts'

const LICENSE = path.join(import.meta.dirname, '..', '..', '..', 'LICENSE')

interface Shown {
  readonly status: number
  readonly title: string
  readonly content: Html
  readonly language: string
}

/** The addresses that answers of the API name: pages by title and by id, their source, and the licence of the modules. */
export function readingRoutes(app: FastifyInstance, wiki: Wiki, thumbnails: Thumbnails | null): void {
  const { articlePath, script, mainPage: main } = wiki.site
  const prefix = articlePath.split('$1')[0]!
  const open = (caller: Caller, request: FastifyRequest, reply: FastifyReply, text: string) => {
    const title = parseTitle(wiki.site, text)
    const stashed = 'invalid' in title ? null : stashSubpage(wiki.site, title)
    // A file of one's own is one's own, whoever may read the pages.
    if (stashed) return sendStashed(wiki, thumbnails, caller, stashed, request, reply)
    return answer(wiki, caller, request, reply, text)
  }
  // Some wikis have no addresses but those of index.php.
  if (!prefix.includes('?')) {
    if (prefix.length > 1) app.get(prefix.slice(0, -1), (_, reply) => reply.redirect(prefix, 301))
    app.get(`${prefix}*`, async (request, reply) => {
      const text = (request.params as Record<string, string>)['*'] ?? ''
      const caller = await whoLooks(wiki.services, request)
      return open(caller, request, reply, text === '' ? main : text)
    })
  }
  for (const address of new Set(['/index.php', '/w/index.php', script]))
    app.get(address, async (request, reply) => {
      const search = searchParams(request)
      const caller = await whoLooks(wiki.services, request)
      const [title, curid] = [search.get('title'), search.get('curid') ?? '']
      // Where a number leads to is told to readers only: an address is a title.
      const target = caller.can('read') && ((await numbered(wiki, curid)) ?? (title === null && mainPage(wiki)))
      if (target) return reply.redirect(localUrl(wiki.site, target))
      return open(caller, request, reply, title ?? '')
    })
}

async function numbered({ db }: Wiki, curid: string): Promise<{ ns: number; dbkey: string } | null> {
  const [found] = /^\d{1,15}$/.test(curid) ? await pagesById(db, [Number(curid)]) : []
  return found ? { ns: found.ns, dbkey: found.title } : null
}

function mainPage({ site }: Wiki): { ns: number; dbkey: string } | null {
  const title = parseTitle(site, site.mainPage)
  return 'invalid' in title ? null : title
}

/** A private wiki shows its pages to those who may read it. */
async function answer(wiki: Wiki, caller: Caller, request: FastifyRequest, reply: FastifyReply, text: string) {
  const parsed = parseTitle(wiki.site, text)
  const search = searchParams(request)
  if (search.get('action') === 'raw' && caller.can('read') && !('invalid' in parsed)) {
    const [found] = await pagesByName(wiki.db, [{ ns: parsed.ns, title: parsed.dbkey }])
    const wish = wished(search)
    if (found && 'revision' in wish) return sendRaw(wiki, found, wish.revision, reply)
  }
  const { status, title, content, language } = caller.can('read')
    ? await showTitle(wiki, caller, text, search, goneSignal(reply))
    : { status: 403, title: wiki.site.name, content: html`<p>You may not read this wiki.</p>`, language: 'en' }
  if (caller.setCookies.length > 0) reply.header('Set-Cookie', [...caller.setCookies])
  if (status === 503) reply.header('Retry-After', '5')
  const reader = await readerOf(wiki.services, request, caller)
  return reply
    .code(status)
    .headers({ ...PAGE_HEADERS, Vary: 'Cookie, Accept-Language' })
    .send(
      page(`${title} – ${wiki.site.name}`, html`<h1 dir="auto">${title}</h1>${content}`, {
        lang: bcp47(language),
        dir: direction(language),
        reader,
        place: 'wiki',
        needs: ['wiki'],
        wikiName: wiki.site.name,
      }),
    )
}

/** Views of a page that MediaWiki has, and where the same is to be had here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  edit: 'Pages are edited through the API (action=edit).',
  submit: 'Pages are edited through the API (action=edit).',
  history: 'The history of a page is in the API (prop=revisions).',
  info: 'Facts about a page are in the API (prop=info).',
  watch: 'Pages are watched through the API (action=watch).',
  unwatch: 'Pages are watched through the API (action=watch).',
  purge: 'Pages are purged through the API (action=purge).',
}

/** The revision that an address asks for, or a sentence on what it asks for and this wiki has no page for. */
function wished(search: URLSearchParams): { readonly revision: number | undefined } | { readonly lacking: string } {
  const action = search.get('action') ?? 'view'
  if (!['view', 'raw', 'render'].includes(action))
    return { lacking: ELSEWHERE[action] ?? `This wiki has no page for action=${action}.` }
  if (search.has('diff')) return { lacking: 'Differences between revisions are not shown here yet.' }
  const oldid = search.get('oldid') ?? ''
  if (oldid === '' || oldid === '0') return { revision: undefined }
  return /^\d{1,15}$/.test(oldid) ? { revision: Number(oldid) } : { lacking: 'oldid takes the number of a revision.' }
}

async function showTitle(
  wiki: Wiki,
  caller: Caller,
  text: string,
  search: URLSearchParams,
  signal: AbortSignal,
): Promise<Shown> {
  const { site } = wiki
  const say = (status: number, title: string, sentence: string): Shown => ({
    status,
    title,
    content: html`<p lang="en" dir="ltr">${sentence}</p>`,
    language: site.language,
  })
  const title = parseTitle(site, text)
  if ('invalid' in title) return say(400, text, 'This is no title a page can have.')
  const name = prefixedText(site, title.ns, title.dbkey)
  if (title.ns === NS.special) {
    const special = site.specialPages.resolve(title.dbkey)
    if (special?.canonical === 'Version' && special.subpage?.startsWith('License'))
      return { status: 200, title: name, content: await license(), language: 'en' }
    if (stashSubpage(site, title) !== null)
      return { status: 200, title: name, content: await stashPage(wiki, caller), language: site.language }
    return say(404, name, 'There is no such special page here.')
  }
  const wish = wished(search)
  if ('lacking' in wish) return say(404, name, wish.lacking)
  const [found] = await pagesByName(wiki.db, [{ ns: title.ns, title: title.dbkey }])
  const more = await beyondText(wiki, title)
  if (!found && more) return { status: 200, title: name, content: more, language: site.language }
  if (!found) return say(404, name, 'There is no such page.')
  if (wish.revision !== undefined && !(await isRevisionOf(wiki, found, wish.revision)))
    return say(404, name, `Revision ${wish.revision} is not one of this page.`)
  const follow = search.get('redirect') !== 'no' && wish.revision === undefined
  const target = follow ? await redirectTarget(wiki, found) : null
  const read = async (page: PageRow, above: Piece, below: Piece, revision?: number) => {
    try {
      const { body, foot, language } = await readPage(wiki, page, signal, revision)
      return { status: 200, content: html`${above}${body}${below}${foot}`, language }
    } catch (error) {
      if (error instanceof WorkRefused) return unshown(wiki, page, error)
      throw error
    }
  }
  const isFile = title.ns === NS.file
  if (target === null) return { title: name, ...(await read(found, isFile && more, !isFile && more, wish.revision)) }
  const itself = localUrl(site, { ns: found.ns, dbkey: found.title }, 'redirect=no')
  const note = html`<p class="quiet" lang="en" dir="ltr">Redirected from <a href="${itself}"><bdi>${name}</bdi></a>.</p>`
  return { title: prefixedText(site, target.ns, target.title), ...(await read(target, note, null)) }
}

/** A page whose text takes too much work, or that has to wait for others. */
function unshown({ site }: Wiki, page: PageRow, { reason }: WorkRefused): Omit<Shown, 'title'> {
  const source = localUrl(site, { ns: page.ns, dbkey: page.title }, 'action=raw')
  const why =
    reason === 'busy' ? 'The server is busy; try again in a few seconds.' : 'This page takes too much work to show.'
  return {
    status: reason === 'busy' ? 503 : 422,
    content: html`<p lang="en" dir="ltr">${why} <a href="${source}">Its source</a> can be read at any time.</p>`,
    language: site.language,
  }
}

/** What a page shows besides its text: the file of a file page, the members of a category. */
async function beyondText(wiki: Wiki, { ns, dbkey }: { ns: number; dbkey: string }): Promise<Html | null> {
  if (ns === NS.file) return shownFile(wiki, dbkey)
  return ns === NS.category ? categoryMembers(wiki, dbkey) : null
}

async function isRevisionOf({ db }: Wiki, page: PageRow, revision: number): Promise<boolean> {
  const row = await db
    .selectFrom('revision')
    .where('id', '=', revision)
    .where('page_id', '=', page.id)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The page of this wiki that a page leads on to; null when it is to be shown itself. */
async function redirectTarget({ db }: Wiki, page: PageRow): Promise<PageRow | null> {
  const [row] = page.is_redirect === 1 ? await redirectsFrom(db, [page.id]) : []
  if (!row || row.interwiki || row.ns < 0) return null
  const [target] = await pagesByName(db, [row])
  return target ?? null
}

async function license(): Promise<Html> {
  const text = await readFile(LICENSE, 'utf8')
  return html`<p>The modules of this API are part of Parlance, an implementation of its own of MediaWiki's interface, and may be
used, changed and passed on under the GNU General Public License, version 2 or (at your option) any later version.</p>
<pre>${text}</pre>`
}
