import { Html, html, type Piece } from '#html/html.ts'
import type { ListItem } from '../../query/results.ts'
import { NS } from '../../site/namespaces.ts'
import { parseTitle } from '../../site/titles.ts'
import type { Outcome, Special } from '../page.ts'
import { hiddenField } from '../parts/form.ts'
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
  const walked = await walk(visit, {
    prefix: 'sr',
    goesOn: 'sroffset',
    usual: 20,
    question: {
      list: 'search',
      srsearch: typed,
      srnamespace: namespaces,
      srwhat: 'text',
      srprop: 'size|wordcount|timestamp|snippet|titlesnippet',
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
<ol class="found">${walked.rows.map(row => resultRow(visit, row))}</ol>${walked.pager}`,
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

function resultRow(visit: Visit, result: ListItem<'search'>): Html {
  const { words } = visit
  const { title, titlesnippet, snippet, size, wordcount, timestamp } = result
  const colon = title.indexOf(':')
  const isPrefixed = colon > 0 && visit.site.namespaces.idOf(title.slice(0, colon)) !== undefined
  const text: Piece = titlesnippet ? html`${isPrefixed && `${title.slice(0, colon)}:`}${new Html(titlesnippet)}` : title
  return html`<li><h2>${titleLink(visit, title, { text })}</h2>${
    snippet && html`<p dir="auto" lang="${visit.site.language}">${new Html(snippet)}</p>`
  }<p class="quiet small">${
    size !== undefined && words.text('search-result-size', words.text('nbytes', size), wordcount ?? 0)
  }${timestamp && html` · ${timeElement(visit, timestamp)}`}</p></li>`
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
  const isOpen = chosen(visit) && !profile
  const namespaces = html`<summary>${advanced}</summary><div class="namespaces">${boxes}</div>`
  return html`<form class="search-form" method="get" action="${site.script}" role="search">${hidden}<div class="row">${
    input
  }${button}</div>${profiles}<details${isOpen && html` open`}>${namespaces}</details></form>`
}
