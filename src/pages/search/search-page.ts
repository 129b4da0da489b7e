import type { FastifyInstance } from 'fastify'
import type { Services } from '#core/services.ts'
import { type Html, html } from '#html/html.ts'
import { searchParams } from '#html/search-params.ts'
import type { Translator } from '#html/site-texts.ts'
import { BadParameter, oneOf, startingPoint, wholeNumber } from '#translation/pages/parameters.ts'
import { placed } from '#translation/pages/place-addresses.ts'
import { openTextWiki } from '#wiki/open-wiki.ts'
import { contextOf } from '../home/context.ts'
import { type Page, sendPage, type Visit, visit } from '../send-page.ts'
import { languages, pages, people, projects, type SearchRequest, type SearchResults, strings } from './sections.ts'

const SECTIONS = { strings, pages, projects, languages, people } as const
const KINDS = ['all', 'strings', 'pages', 'projects', 'languages', 'people'] as const
type Kind = (typeof KINDS)[number]

const LONGEST = 200
const OF_EACH = 5
const ON_A_PAGE = 20
const FARTHEST = 10_000

/** `/search/?q=tea&kind=strings`: global search. */
export async function searchPage(app: FastifyInstance, services: Services): Promise<void> {
  const wiki = await openTextWiki(services.store, services.config, services.interfaceTexts.translations, services.face)
  app.get('/search', (request, reply) => reply.redirect(`/search/${request.url.slice('/search'.length)}`, 301))
  app.get('/search/', async (request, reply) => {
    const own = await visit(services, request, reply)
    const { t } = own.reader
    try {
      return sendPage(own, await build(own, own.caller.can('read') ? wiki : null))
    } catch (error) {
      if (!(error instanceof BadParameter)) throw error
      const why = t('browse.bad_value', { name: error.parameter, accepts: error.message })
      const content = html`<h1>${t('search.title')}</h1><p class="note wrong">${why}</p>${field(t, '', 'all')}`
      return sendPage(own, { title: t('search.title'), content, needs: ['home'], status: 400 })
    }
  })
}

async function build(own: Visit, wiki: SearchRequest['wiki']): Promise<Page> {
  const { t } = own.reader
  const params = searchParams(own.request)
  const kind = oneOf(params, 'kind', KINDS, 'all')
  const q = (params.get('q') ?? '').replaceAll('\0', '').trim()
  if (q.length > LONGEST || !q.isWellFormed()) throw new BadParameter('q', `≤ ${LONGEST}`)
  const offset = wholeNumber(params, 'offset', 0, { max: FARTHEST })
  const after = startingPoint(params, 'after', 3)
  const head = html`<h1>${t('search.title')}</h1>${field(t, q, kind)}`
  const page = { title: q === '' ? t('search.title') : `${q} – ${t('search.title')}`, needs: ['home', 'browse'] }
  if ([...q].length < 2) {
    const hint = t(q === '' ? 'search.hint' : 'search.too_short')
    return { ...page, content: html`${head}<p class="empty">${hint}</p>` }
  }
  const request = { context: await contextOf(own), caller: own.caller, wiki, q, offset, after, size: ON_A_PAGE }
  const tabs = html`<nav class="tabs" aria-label="${t('search.what')}">
    ${KINDS.map(
      each =>
        html`<a href="${address(q, each)}"${each === kind && html` aria-current="page"`}>${t(`search.${each}`)}</a>`,
    )}
  </nav>`
  const content =
    kind === 'all'
      ? await everything(t, request)
      : one(t, q, kind, await SECTIONS[kind](request), offset > 0 || after !== null)
  return { ...page, content: html`${head}${tabs}${content}` }
}

const address = (q: string, kind: Kind, more: Readonly<Record<string, string>> = {}): string =>
  placed('/search/', {}, { q, ...(kind !== 'all' && { kind }), ...more })

const field = (t: Translator, q: string, kind: Kind): Html =>
  html`<form class="search-line" role="search" action="/search/" aria-label="${t('search.title')}">
    <input type="search" name="q" value="${q}" aria-label="${t('search.field')}" maxlength="${LONGEST}"
      autocomplete="off">
    ${kind !== 'all' && html`<input type="hidden" name="kind" value="${kind}">`}
    <button class="button first">${t('search.button')}</button>
  </form>`

const nothing = (t: Translator, q: string): Html =>
  html`<p class="empty">${t('search.nothing', { q })}<br>${t('search.nothing_hint')}</p>`

/** The first results of each kind. */
async function everything(t: Translator, request: SearchRequest): Promise<Html> {
  const parts: Html[] = []
  for (const kind of ['projects', 'languages', 'people', 'pages', 'strings'] as const) {
    const results = await SECTIONS[kind]({ ...request, size: OF_EACH, offset: 0, after: null, isShort: true })
    if (results.items.length === 0) continue
    parts.push(
      html`<section aria-labelledby="${kind}">
        <h2 id="${kind}">${t(`search.${kind}`)}</h2>
        <ul class="results">${results.items}</ul>
        ${results.next && html`<p><a href="${address(request.q, kind)}">${t('search.more')}</a></p>`}
      </section>`,
    )
  }
  return parts.length === 0 ? nothing(t, request.q) : html`${parts}`
}

function one(
  t: Translator,
  q: string,
  kind: Kind,
  { items, total, next, remark }: SearchResults,
  isLater: boolean,
): Html {
  return html`${
    total !== undefined && total > 0 && html`<p class="quiet" role="status">${t('search.total', { count: total })}</p>`
  }
    ${remark && html`<p>${remark}</p>`}
    ${items.length === 0 ? !remark && nothing(t, q) : html`<ul class="results">${items}</ul>`}
    <nav class="buttons" aria-label="${t('browse.pages')}">
      ${isLater && html`<a class="button" href="${address(q, kind)}">${t('search.first')}</a>`}
      ${next && html`<a class="button" rel="next" href="${address(q, kind, next)}">${t('search.next')}</a>`}
    </nav>`
}
