import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from '#html/html.ts'
import { PAGE_HEADERS, page } from '#html/page.ts'
import { searchParams } from '#html/search-params.ts'
import { type MultipartForm, readMultipart } from '../api/read-multipart.ts'
import { FormTooLarge, MAX_FORM_FIELDS } from '../api/request.ts'
import { sendStashed, stashSubpage } from '../files/stash.ts'
import type { Thumbnails } from '../files/thumbnails.ts'
import { NS } from '../site/namespaces.ts'
import { parseTitle, type Title } from '../site/titles.ts'
import { localUrl } from '../site/urls.ts'
import type { Wiki } from '../wiki.ts'
import { crawlerRoutes } from './crawlers.ts'
import { errorPage, forbidden, refusedPage, statusOf } from './error-page.ts'
import { FinishedPages } from './finished-pages.ts'
import { sendShown } from './frame/frame.ts'
import { type FormOutcome, isGo, isShown, type Outcome, type Special, titleOf, type View } from './page.ts'
import { styleRoutes } from './reading/site-styles.ts'
import { searchDescriptionRoute } from './search-description.ts'
import { elsewhere, extensionPage, leadsToLogin } from './special/elsewhere.ts'
import { SPECIALS } from './special/index.ts'
import { VIEWS } from './views/index.ts'
import { openVisit, Refused, Sent, type Visit } from './visit.ts'

const MAX_FIELD = 20 * 1024 * 1024
const MAX_FORM = 100 * 1024 * 1024 + MAX_FIELD

/** Routes for all wiki pages: by title and by id, views, and special pages. */
export async function pageRoutes(app: FastifyInstance, wiki: Wiki, thumbnails: Thumbnails | null): Promise<void> {
  const { articlePath, script } = wiki.site
  const prefix = articlePath.split('$1')[0]!
  const scripts = new Set(['/index.php', '/w/index.php', script])
  // Some wikis have only index.php URLs.
  const byPath = prefix.includes('?') ? null : `${prefix}*`
  const finished = new FinishedPages(wiki)
  const open = async (request: FastifyRequest, reply: FastifyReply, text: string | null) => {
    const endpoint = endpointIn(wiki, request, text)
    if (endpoint) return endpoint.serve(request, reply, endpoint.subpage)
    const alike = await finished.alike(request)
    const cached = alike && finished.send(alike, request, reply)
    if (cached) return cached
    const visit = await openVisit(wiki, request, reply)
    if (alike) visit.onStays = stays => finished.promise(request, alike, stays)
    return answer(visit, thumbnails, text, sentBy(request))
  }
  const mount = (capsule: FastifyInstance, method: 'GET' | 'POST') => {
    if (byPath !== null)
      capsule.route({
        method,
        url: byPath,
        handler: (request, reply) => open(request, reply, (request.params as Record<string, string>)['*'] ?? ''),
      })
    for (const url of scripts) capsule.route({ method, url, handler: (request, reply) => open(request, reply, null) })
  }
  if (byPath !== null && prefix.length > 1) app.get(prefix.slice(0, -1), (_, reply) => reply.redirect(prefix, 301))
  await app.register(async capsule => {
    capsule.addHook('onSend', async (request, reply, payload) => finished.keep(request, reply, payload))
    mount(capsule, 'GET')
  })
  styleRoutes(app, wiki)
  searchDescriptionRoute(app, wiki)
  crawlerRoutes(app, wiki)
  await app.register(async capsule => {
    await capsule.register(formbody, { bodyLimit: MAX_FIELD, parser: text => readFields(text) as never })
    const form = { parseAs: 'buffer', bodyLimit: MAX_FORM } as const
    capsule.addContentTypeParser('multipart/form-data', form, async (request: FastifyRequest, body: Buffer) =>
      readMultipart(body, request.headers['content-type'] ?? '', MAX_FIELD),
    )
    mount(capsule, 'POST')
  })
}

function readFields(text: string): URLSearchParams {
  const fields = new URLSearchParams(text)
  if (fields.size > MAX_FORM_FIELDS) throw new FormTooLarge(`A form may have at most ${MAX_FORM_FIELDS} fields.`)
  return fields
}

function sentBy({ method, body }: FastifyRequest): Sent | null {
  if (method !== 'POST') return null
  if (body instanceof URLSearchParams) return new Sent(body)
  const { fields = [], files = [] } = (body ?? {}) as Partial<MultipartForm>
  return new Sent(new URLSearchParams(fields as [string, string][]), new Map(files))
}

/** The endpoint of another part that an address names. */
function endpointIn({ services, site }: Wiki, request: FastifyRequest, text: string | null) {
  const asked = text ?? searchParams(request).get('title') ?? sentBy(request)?.fields.get('title') ?? ''
  if (services.specials.length === 0 || !asked.includes(':')) return null
  const named = parseTitle(site, asked)
  if ('invalid' in named || named.ns !== NS.special) return null
  const resolved = site.specialPages.resolve(named.dbkey)
  const [, first = '', rest = ''] = /^([^/]*)(?:\/(.*))?$/s.exec(named.dbkey)!
  const name = (resolved?.canonical ?? first).toLowerCase()
  const endpoint = services.specials.find(each => each.name.toLowerCase() === name)
  return endpoint ? { serve: endpoint.serve, subpage: resolved ? (resolved.subpage ?? '') : rest } : null
}

/** Handles a request. `text` is the title in the path; null for index.php, where it is a parameter. */
async function answer(
  visit: Visit,
  thumbnails: Thumbnails | null,
  text: string | null,
  sent: Sent | null,
): Promise<FastifyReply> {
  const { wiki, caller, request, reply, site, search } = visit
  const asked =
    text === null ? (search.get('title') ?? sent?.fields.get('title') ?? '') : text === '' ? site.mainPage : text
  const named = parseTitle(site, asked)
  const stashed = 'invalid' in named ? null : stashSubpage(site, named)
  // Stashed files belong to their uploader, regardless of read rights on the wiki.
  if (stashed) return sendStashed(wiki, thumbnails, caller, stashed, request, reply)
  const special = 'invalid' in named || named.ns !== NS.special ? null : specialNamed(visit, named)
  if (!caller.can('read') && !(special && leadsToLogin(special.name))) return closed(visit)
  // Ids are resolved only for readers, so that a private wiki does not reveal titles.
  const found = text === null && asked === '' ? await byNumber(visit) : 'invalid' in named ? null : named
  if (found !== null && 'go' in found) return visit.go(found.go, 302)
  if (found === null || found.dbkey === '')
    return sendShown(visit, errorPage(400, asked, visit.words.text('badtitletext')), null)
  if (found.interwiki !== '') return sendShown(visit, errorPage(400, asked, visit.words.text('badtitletext')), null)
  if (sent !== null && !visit.isOurs(sent)) return rejectForm(visit, found, sent)
  if (found.ns === NS.special) return openSpecial(visit, found, sent)
  return openView(visit, found, sent)
}

/** Response to a form without a valid token: nothing is saved. */
async function rejectForm(visit: Visit, title: Title, sent: Sent): Promise<FastifyReply> {
  const { words, search } = visit
  const view = title.ns === NS.special ? undefined : byAction.get(search.get('action') ?? sent.text('action'))
  if (view?.lost)
    return send(
      visit,
      await outcomeOf(visit, null, { show: () => view.lost!(visit, title, sent), take: undefined, about: title }),
      view.tab,
    )
  return sendShown(visit, errorPage(403, words.text('sessionfailure-title'), words.text('sessionfailure')), null)
}

/** The page for an id (`curid`, `oldid`, `diff`); without one, the search or the main page. */
async function byNumber(visit: Visit): Promise<Title | { readonly go: string } | null> {
  const { search, site } = visit
  const number = (name: string) => (/^\d{1,15}$/.test(search.get(name) ?? '') ? Number(search.get(name)) : 0)
  const [id, revision] = [number('curid'), number('oldid') || number('diff')]
  if (id !== 0 || revision !== 0) {
    const response = await visit.ask({ action: 'query', ...(id !== 0 ? { pageids: id } : { revids: revision }) })
    const page = response.ok ? response.result.query?.pages?.[0] : undefined
    const title = page?.title === undefined ? null : parseTitle(site, page.title)
    if (title !== null && !('invalid' in title)) {
      if (id !== 0 && search.size === 1) return { go: localUrl(site, title) }
      return title
    }
    if (id === 0) return null
  }
  if (search.has('search')) return { go: visit.special('Search', null, Object.fromEntries(search)) }
  return { go: visit.address(site.mainPage) }
}

/** A private wiki shows nothing to visitors. */
function closed(visit: Visit): FastifyReply {
  const { reader, wiki } = visit
  visit.cookies()
  const way = `/accounts/login/?next=${encodeURIComponent(visit.request.url)}`
  const login = reader.name === null && html` <a href="${way}">${reader.t('wiki.log_in')}</a>`
  return visit.reply
    .code(403)
    .headers({ ...PAGE_HEADERS, 'Cache-Control': 'private, no-store', Vary: 'Cookie, Accept-Language' })
    .send(
      page(wiki.site.name, html`<h1>${wiki.site.name}</h1><p class="note">${reader.t('wiki.closed')}${login}</p>`, {
        reader,
        place: 'wiki',
      }),
    )
}

const byName = new Map(SPECIALS.map(each => [each.name, each]))
const byAction = new Map(VIEWS.map(each => [each.action, each]))

interface Named {
  readonly name: string
  readonly sub: string
  readonly declared: Special | undefined
}

/** The special page for a title by any alias; if the wiki does not list it, by our own names. */
function specialNamed({ site }: Visit, { dbkey }: Title): Named | null {
  const resolved = site.specialPages.resolve(dbkey)
  const [, first = '', rest = ''] = /^([^/]*)(?:\/(.*))?$/s.exec(dbkey) ?? []
  const own = SPECIALS.find(each => each.name.toLowerCase() === first.toLowerCase())?.name
  const name = resolved?.canonical ?? own ?? extensionPage(first)
  return name === undefined
    ? null
    : { name, sub: resolved ? (resolved.subpage ?? '') : rest, declared: byName.get(name) }
}

async function openSpecial(visit: Visit, title: Title, sent: Sent | null): Promise<FastifyReply> {
  const { words, caller } = visit
  const special = specialNamed(visit, title)
  if (special === null)
    return sendShown(visit, errorPage(404, visit.name(title), words.html('nospecialpagetext')), null)
  const { name, sub, declared } = special
  if (!declared) return send(visit, elsewhere(visit, name, sub), null)
  if (declared.right !== undefined && !caller.can(declared.right))
    return sendShown(visit, forbidden(visit, titleOf(visit, declared)), null)
  const shown = await outcomeOf(visit, sent, {
    show: () => declared.show(visit, sub),
    take: declared.take && (form => declared.take!(visit, sub, form)),
  })
  return send(visit, shown, 'more')
}

async function openView(visit: Visit, title: Title, sent: Sent | null): Promise<FastifyReply> {
  const actionName = visit.search.get('action') ?? sent?.fields.get('action') ?? 'view'
  const action = actionName === 'view' && visit.search.has('diff') ? 'diff' : actionName
  const view = byAction.get(action)
  if (!view)
    return sendShown(
      visit,
      errorPage(404, visit.name(title), visit.reader.t('wiki.view_missing', { name: action }), title),
      null,
    )
  if (view.right !== undefined && !visit.caller.can(view.right))
    return sendShown(visit, forbidden(visit, visit.name(title), title), null)
  const shown = await outcomeOf(visit, sent, {
    show: () => view.show(visit, title),
    take: view.take && (form => view.take!(visit, title, form)),
    about: title,
  })
  return send(visit, shown, view.tab)
}

interface Steps {
  readonly show: () => Promise<Outcome>
  readonly take: ((sent: Sent) => Promise<FormOutcome>) | undefined
  readonly about?: Title
}

/** Shows a page or processes its form; errors are shown in the form. */
async function outcomeOf(visit: Visit, sent: Sent | null, { show, take, about }: Steps): Promise<Outcome> {
  try {
    // Forms without a handler only query.
    if (sent === null || !take) return await show()
    const taken = await take(sent)
    if (taken === undefined || !('tried' in taken)) return taken
    visit.tried = taken.tried
    const again = await show()
    return isShown(again) ? { ...again, status: statusOf(taken.tried.errors) } : again
  } catch (error) {
    if (error instanceof Refused) return refusedPage(visit, error.errors, about)
    throw error
  }
}

function send(visit: Visit, outcome: Outcome, tab: View['tab'] | null): FastifyReply | Promise<FastifyReply> {
  if (isShown(outcome)) return sendShown(visit, outcome, tab)
  return isGo(outcome) ? visit.go(outcome.go, outcome.status) : visit.reply
}
