import { Html, html, type Piece } from '#html/html.ts'
import { seconds } from '#store/clock.ts'
import type { ResponseTo } from '../../actions/results.ts'
import type { Question } from '../../api/ask.ts'
import { plainSnippet } from '../../content/search/plain-snippet.ts'
import { readSearch, type SearchQuery } from '../../content/search/search-query.ts'
import type { ListItem } from '../../query/results.ts'
import { NS } from '../../site/namespaces.ts'
import { parseTitle } from '../../site/titles.ts'
import type { Outcome, Special } from '../page.ts'
import { type Field, fieldView, hiddenField } from '../parts/form.ts'
import { having } from '../parts/items.ts'
import { existing, titleLink } from '../parts/links.ts'
import { walk } from '../parts/pager.ts'
import { timeElement } from '../parts/times.ts'
import type { Visit } from '../visit.ts'

/** Where to search: selected namespaces (`ns4=1`) or a predefined choice (`profile`). */
const PROFILES = ['default', 'images', 'all'] as const
const PROFILE_LABELS = {
  default: 'searchprofile-articles',
  images: 'searchprofile-images',
  all: 'searchprofile-everything',
} as const

/** `Special:Search`: searches pages. An exact title match is opened directly, unless full-text search is requested. */
export const search: Special = {
  name: 'Search',
  group: 'redirects',
  title: 'search',
  async show(visit, sub) {
    const { words } = visit
    const typed = (visit.search.get('search') ?? sub.replaceAll('_', ' ')).trim()
    if (typed === '') return { title: words.text('search'), content: searchForm(visit, typed) }
    const goes = !visit.search.has('fulltext') && !visit.search.has('profile') && !visit.search.has('offset')
    const exactMatch = goes ? await exactly(visit, typed) : null
    return exactMatch ?? results(visit, typed)
  },
}

/** The page with exactly this title. */
async function exactly(visit: Visit, typed: string): Promise<Outcome | null> {
  const title = parseTitle(visit.site, typed)
  if ('invalid' in title) return null
  if (title.interwiki === '' && (title.ns < 0 || title.dbkey === ''))
    return title.ns === NS.special ? { go: visit.address(typed) } : null
  const response = await visit.ask({
    action: 'query',
    list: 'search',
    srsearch: typed,
    srwhat: 'nearmatch',
    srlimit: 1,
    srnamespace: '*',
  })
  const name = response.ok ? response.result.query?.search?.[0]?.title : undefined
  return name === undefined ? null : { go: visit.address(name), status: 302 }
}

async function results(visit: Visit, typed: string): Promise<Outcome> {
  const { words } = visit
  const namespaces = chosen(visit)
  const query = filtered(visit, typed)
  const walked = await walk(visit, {
    prefix: 'sr',
    goesOn: 'sroffset',
    usual: 20,
    question: {
      list: 'search',
      srsearch: query,
      srnamespace: namespaces,
      srwhat: 'text',
      srprop: 'size|wordcount|timestamp|titlesnippet',
      srinfo: 'totalhits|suggestion|rewrittenquery',
      // MediaWiki's name for searching exactly what was typed.
      srenablerewrites: visit.search.get('runsuggestion') === '0' ? undefined : 1,
    },
    rows: answer => answer.query?.search ?? [],
  })
  const info = walked.result.query?.searchinfo ?? {}
  const total = info.totalhits ?? 0
  const from = Number(visit.search.get('offset') ?? 0) || 0
  const page = parseTitle(visit.site, typed)
  const canBe = !('invalid' in page) && page.interwiki === '' && page.ns >= 0 && page.dbkey !== ''
  const isThere = canBe && (await existing(visit, [typed])).has(typed)
  const { length } = walked.rows
  const snippets = await snippetsOf(visit, walked.rows, readSearch(info.rewrittenquery ?? query))
  return {
    title: words.text('searchresults-title', typed),
    heading: html`${words.text('searchresults')}`,
    content: html`${searchForm(visit, typed)}
${
  canBe &&
  visit.search.get('offset') === null &&
  html`<p>${words.html(isThere ? 'searchmenu-exists' : 'searchmenu-new', typed, total)}</p>`
}
${correction(visit, typed, info)}
${
  total > 0
    ? html`<p class="quiet">${words.html('search-showingresults', from + 1, from + length, total, length)}</p>`
    : html`<p class="note">${words.text('search-nonefound')}</p>`
}
<ol class="found">${walked.rows.map(row => resultRow(visit, row, snippets.get(row.title)))}</ol>${walked.pager}`,
  }
}

interface Correction {
  readonly suggestion?: string | undefined
  readonly suggestionsnippet?: string | undefined
  readonly rewrittenquery?: string | undefined
  readonly rewrittenquerysnippet?: string | undefined
}

/** What was searched instead, or could be. */
function correction(visit: Visit, typed: string, info: Correction): Html | null {
  const { words } = visit
  const link = (query: string, snippet: string | undefined, more: Record<string, string | number> = {}) =>
    html`<a href="${visit.special('Search', null, { search: query, fulltext: 1, ...more })}"><bdi>${
      snippet === undefined ? query : new Html(snippet)
    }</bdi></a>`
  if (info.rewrittenquery !== undefined) {
    const shown = link(info.rewrittenquery, info.rewrittenquerysnippet)
    return html`<p class="note">${words.html('search-rewritten', shown, link(typed, undefined, { runsuggestion: 0 }))}</p>`
  }
  if (info.suggestion === undefined) return null
  return html`<p class="note">${words.html('search-suggest', link(info.suggestion, info.suggestionsnippet))}</p>`
}

/** What the pages say around the searched words. The API has wikitext there, as MediaWiki does. */
async function snippetsOf(
  visit: Visit,
  rows: readonly ListItem<'search'>[],
  query: SearchQuery,
): Promise<ReadonlyMap<string, string>> {
  if (rows.length === 0) return new Map()
  const snippets = new Map<string, string>()
  const titles = rows.map(({ title }) => title)
  for (let at = 0; at < titles.length; at += AT_ONCE) {
    const asked = { titles: titles.slice(at, at + AT_ONCE), prop: 'revisions', rvprop: 'content', rvslots: 'main' }
    let more: Question | undefined = {}
    // Long texts come in several parts.
    while (more) {
      const result: ResponseTo<{ action: 'query'; prop: 'revisions' }> = await visit.need(
        { action: 'query', prop: 'revisions' },
        { ...asked, ...more },
      )
      for (const { title, revisions } of having(result.query?.pages, 'title')) {
        const content = revisions?.[0]?.slots?.main?.content
        if (typeof content === 'string') snippets.set(title, plainSnippet(content, query))
      }
      more = result.continue
    }
  }
  return snippets
}

const AT_ONCE = 50

function resultRow(visit: Visit, result: ListItem<'search'>, snippet: string | undefined): Html {
  const { words } = visit
  const { title, titlesnippet, size, wordcount, timestamp } = result
  const colon = title.indexOf(':')
  const isPrefixed = colon > 0 && visit.site.namespaces.idOf(title.slice(0, colon)) !== undefined
  const text: Piece = titlesnippet ? html`${isPrefixed && `${title.slice(0, colon)}:`}${new Html(titlesnippet)}` : title
  return html`<li><h2>${titleLink(visit, title, { text })}</h2>${
    snippet && html`<p dir="auto" lang="${visit.site.language}">${new Html(snippet)}</p>`
  }<p class="quiet small">${
    size !== undefined && words.text('search-result-size', words.text('nbytes', size), wordcount ?? 0)
  }${timestamp && html` · ${timeElement(visit, timestamp)}`}</p></li>`
}

/** Periods of the filter by last edit, in days. */
const PERIODS = { day: 1, week: 7, month: 31, year: 366 } as const
type Period = keyof typeof PERIODS
const PERIOD_NAMES = Object.keys(PERIODS) as Period[]

const periodOf = ({ search }: Visit): Period | undefined => PERIOD_NAMES.find(each => each === search.get('edited'))
const categoryOf = ({ search }: Visit): string => (search.get('category') ?? '').replaceAll(/["|]/g, '').trim()

/** The search with the filters of the form, as keywords that can also be typed. */
function filtered(visit: Visit, typed: string): string {
  const [category, period] = [categoryOf(visit), periodOf(visit)]
  const since = period && new Date((seconds(visit.wiki.clock) - PERIODS[period] * 86_400) * 1000).toISOString()
  const keywords = [category && `incategory:"${category}"`, since && `lasteditdate:>=${since.slice(0, 10)}`].filter(
    Boolean,
  )
  // `prefix:` takes the rest of the line, so it stays last.
  return [...keywords, typed].join(' ')
}

/** Namespaces to search; undefined for the default ones. */
function chosen(visit: Visit): number[] | undefined {
  const { search, site } = visit
  const all = site.namespaces.holdingPages
  const profile = search.get('profile')
  if (profile === 'all') return [...all]
  if (profile === 'images') return [NS.file]
  if (profile === 'default') return undefined
  const ticked = all.filter(id => search.has(`ns${id}`))
  return ticked.length > 0 ? ticked : undefined
}

function searchForm(visit: Visit, typed: string): Html {
  const { words, site, search: asked } = visit
  const ticked = new Set(chosen(visit) ?? site.namespaces.list.filter(({ content }) => content).map(({ id }) => id))
  const profile = PROFILES.find(each => each === asked.get('profile'))
  const own = visit.specialTitle('Search')
  const boxes = site.namespaces.holdingPages.map(
    id =>
      html`<label class="choice"><input type="checkbox" name="ns${id}" value="1"${
        ticked.has(id) && html` checked`
      }><span>${id === 0 ? words.text('blanknamespace') : site.namespaces.nameOf(id)}</span></label>`,
  )
  const ways = PROFILES.map(
    each =>
      html`<a href="${visit.special('Search', null, { search: typed, profile: each, fulltext: 1 })}"${
        each === profile && html` aria-current="page"`
      }>${words.text(PROFILE_LABELS[each])}</a>`,
  )
  const hidden = [hiddenField('title', own), hiddenField('fulltext', 1)]
  const label = words.text('search')
  const input = html`<input type="search" name="search" value="${typed}" aria-label="${label}" dir="auto"${
    typed === '' && html` autofocus`
  }>`
  const button = html`<button class="button first">${words.text('searchbutton')}</button>`
  const advanced = words.text('searchprofile-advanced')
  const profiles = typed !== '' && html`<nav class="tabs" aria-label="${advanced}">${ways}</nav>`
  const isOpen = (chosen(visit) && !profile) || categoryOf(visit) !== '' || periodOf(visit) !== undefined
  const namespaces = html`<summary>${advanced}</summary><div class="namespaces">${boxes}</div>${moreFilters(visit)}`
  return html`<form class="search-form" method="get" action="${site.script}" role="search">${hidden}<div class="row">${
    input
  }${button}</div>${profiles}<details${isOpen && html` open`}>${namespaces}</details></form>`
}

/** Filters by category and by the time of the last edit. */
function moreFilters(visit: Visit): Html {
  const { t } = visit.reader
  const options = PERIOD_NAMES.map((each): [string, string] => [each, t(`patrol.search_${each}`)])
  const fields: Field[] = [
    { name: 'category', label: t('patrol.search_category') },
    {
      kind: 'choice',
      name: 'edited',
      label: t('patrol.search_edited'),
      options: [['', t('patrol.search_any')], ...options],
    },
  ]
  return html`<div class="search-filters">${fields.map(field => fieldView(visit, field))}</div><p class="quiet small">${t(
    'patrol.search_keywords',
  )} <code>intitle: insource: incategory: hastemplate: linksto: prefix: lasteditdate:</code></p>`
}
