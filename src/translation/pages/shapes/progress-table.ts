import { type Html, html, type Piece } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import type { TextKey } from '#html/texts/index.ts'
import type { PlaceName } from '../../reports/place.ts'
import { percent, type Totals } from '../../statistics/statistics.ts'
import { BadParameter, wholeNumber, words } from '../parameters.ts'
import { stringsOf } from '../place-addresses.ts'
import type { PageContext } from '../send-page.ts'
import { bar } from './bar.ts'
import { COUNTED } from './counted.ts'

/** A component, language or project with its progress. */
export interface Progress {
  /** Text for searching and sorting. */
  readonly text: string
  /** Display name, if it differs from the text. */
  readonly name?: Piece
  readonly address: string
  readonly place: PlaceName
  readonly totals: Totals
}

interface TableOptions {
  /** Prefix of the table's query parameters and link anchor, unique on the page. */
  readonly id: string
  readonly title: string
  /** Label of the first column. */
  readonly what: string
  readonly rows: readonly Progress[]
  readonly none: string
}

const ROWS = 50
/** Shorter tables have no search. */
const SEARCHED_FROM = 8

const SORTS = {
  name: null,
  done: ({ totals }: Progress) => percent(totals.translated, totals.total),
  words: ({ totals }: Progress) => COUNTED.unfinished.words(totals),
  checks: ({ totals }: Progress) => totals.failing,
  suggestions: ({ totals }: Progress) => totals.suggestions,
  changed: ({ totals }: Progress) => totals.last_change ?? 0,
} as const
type Sort = keyof typeof SORTS

const HEADS: readonly { sort: Sort | null; text: TextKey; look: string }[] = [
  { sort: null, text: 'browse.state', look: 'wide' },
  { sort: 'done', text: 'browse.done', look: 'end' },
  { sort: 'words', text: 'browse.words_left', look: 'end extra' },
  { sort: 'checks', text: 'browse.checks', look: 'end' },
  { sort: 'suggestions', text: 'state.suggestions', look: 'end extra' },
  { sort: 'changed', text: 'browse.last_change', look: 'extra' },
]

/** Common filters. */
const PRESETS = [
  { q: 'done<100', text: 'browse.unfinished' },
  { q: 'checks>0', text: 'state.failing' },
  { q: 'suggestions>0', text: 'state.suggestions' },
] as const

/**
 * A progress table, sorted, filtered and paginated by the server, so that large tables stay fast. A script only avoids
 * reloading the whole page.
 */
export function progressTable(context: PageContext, options: TableOptions): Html {
  const { reader, wording, params } = context
  const { id, title, what, rows, none } = options
  const { t } = reader
  const view = readView(params, id)
  if (rows.length === 0) return html`<section id="${id}"><h2>${title}</h2><p class="card empty">${none}</p></section>`
  const matches = sorted(rows.filter(matcher(view.q)), view.sort, view.falling, reader.language)
  const pages = Math.max(1, Math.ceil(matches.length / ROWS))
  const page = Math.min(view.page, pages)
  const shown = matches.slice((page - 1) * ROWS, page * ROWS)
  const link = (change: Partial<View>): string => addressOf(params, id, { ...view, page: 1, ...change })
  const head = (sort: Sort, text: string, look: string) => {
    const falling = view.sort === sort ? !view.falling : sort !== 'name'
    const order = view.sort === sort ? (view.falling ? 'descending' : 'ascending') : 'none'
    return html`<th scope="col" class="${look}" aria-sort="${order}">
      <a href="${link({ sort, falling })}" rel="nofollow">${text}</a>
    </th>`
  }
  const table = html`<table class="progress"><thead><tr>${head('name', what, '')}${HEADS.map(({ sort, text, look }) =>
    sort === null ? html`<th scope="col" class="${look}">${t(text)}</th>` : head(sort, t(text), look),
  )}</tr></thead><tbody>${shown.map(row => tableRow(context, row))}</tbody></table>`
  const search =
    rows.length >= SEARCHED_FROM &&
    html`<form class="query" role="search" aria-label="${t('browse.filter', { what: title })}" action="#${id}"
      data-filters="${id}">
      ${hiddenFields(params, id, view)}
      <input type="search" name="${id}_q" value="${view.q}" aria-label="${t('browse.filter', { what: title })}"
        placeholder="${t('browse.filter_hint')}" autocomplete="off">
      <span class="presets">
        ${PRESETS.map(
          each =>
            html`<a class="chip" href="${link({ q: view.q === each.q ? '' : each.q })}"
              ${view.q === each.q && html` aria-current="true"`} rel="nofollow">${t(each.text)}</a>`,
        )}
      </span>
    </form>`
  const count =
    view.q === '' ? wording.number(rows.length) : t('browse.of', { count: matches.length, all: rows.length })
  return html`<section id="${id}" data-part>
    <div class="table-head"><h2>${title} <small class="num" role="status">${count}</small></h2>${search}</div>
    <div class="card">
      ${
        shown.length === 0
          ? html`<p class="empty">
            ${t('browse.none_match')} <a href="${link({ q: '' })}">${t('browse.show_all')}</a>
          </p>`
          : scrolling(title, table)
      }
    </div>
    ${pages > 1 && pager(context, page, pages, at => link({ page: at }))}
  </section>`
}

function tableRow(context: PageContext, row: Progress): Html {
  const { wording } = context
  const { totals, place } = row
  const count = (counted: 'failing' | 'suggestions'): Piece => {
    const { q, strings } = COUNTED[counted]
    return strings(totals) === 0 ? '0' : html`<a href="${stringsOf(place, q)}">${wording.number(strings(totals))}</a>`
  }
  const left = COUNTED.unfinished.words(totals)
  return html`<tr>
    <th scope="row"><a href="${row.address}">${row.name ?? row.text}</a></th>
    <td>${bar(context, totals)}</td>
    <td class="end">${totals.total === 0 ? '–' : wording.share(totals.translated, totals.total)}</td>
    <td class="end extra">
      ${left === 0 ? '0' : html`<a href="${stringsOf(place, COUNTED.unfinished.q)}">${wording.number(left)}</a>`}
    </td>
    <td class="end">${count('failing')}</td>
    <td class="end extra">${count('suggestions')}</td>
    <td class="small quiet extra">${totals.last_change === null ? '–' : wording.ago(totals.last_change)}</td>
  </tr>`
}

interface View {
  readonly q: string
  readonly sort: Sort
  readonly falling: boolean
  readonly page: number
}

function readView(params: URLSearchParams, id: string): View {
  const [sort = '', order] = (params.get(`${id}_sort`) ?? 'name').split('-')
  if (order !== undefined && order !== 'down') throw new BadParameter(`${id}_sort`, SORT_WORDS)
  const chosen = Object.keys(SORTS).find(each => each === sort) as Sort | undefined
  if (chosen === undefined) throw new BadParameter(`${id}_sort`, SORT_WORDS)
  return {
    q: words(params, `${id}_q`),
    sort: chosen,
    falling: order === 'down',
    page: wholeNumber(params, `${id}_page`, 1, { min: 1, max: 1_000_000 }),
  }
}
const SORT_WORDS = Object.keys(SORTS)
  .flatMap(sort => [sort, `${sort}-down`])
  .join(', ')

/** Query parameters of a table view, without defaults. */
function viewParams(id: string, { q, sort, falling, page }: View): [string, string][] {
  const order = `${sort}${falling ? '-down' : ''}`
  const all = { q, sort: order === 'name' ? '' : order, page: page === 1 ? '' : String(page) }
  return Object.entries(all).flatMap(([name, value]) => (value === '' ? [] : [[`${id}_${name}`, value]]))
}

function addressOf(params: URLSearchParams, id: string, view: View): string {
  const others = [...params].filter(([name]) => !name.startsWith(`${id}_`))
  return `?${new URLSearchParams([...others, ...viewParams(id, view)])}#${id}`
}

/** Hidden fields that keep the other query parameters. */
const hiddenFields = (params: URLSearchParams, id: string, view: View): Html[] =>
  [...[...params].filter(([name]) => !name.startsWith(`${id}_`)), ...viewParams(id, { ...view, q: '', page: 1 })].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )

/** `done<100`, `checks>0`, `words>=50`; other words are searched in the name. */
const MEASURE = /^(done|words|checks|suggestions)(<=|>=|<|>|=)(\d+(?:\.\d+)?)$/

function matcher(q: string): (row: Progress) => boolean {
  const terms = q.split(/\s+/).filter(Boolean)
  const tests = terms.map((term): ((row: Progress) => boolean) => {
    const [, measure, operator, number] = MEASURE.exec(term) ?? []
    if (measure === undefined) {
      const word = term.toLowerCase()
      return ({ text, place }) =>
        `${text} ${place.component ?? ''} ${place.language ?? ''}`.toLowerCase().includes(word)
    }
    const value = SORTS[measure as 'done']
    return row => COMPARE[operator as '<'](value(row), Number(number))
  })
  return row => tests.every(test => test(row))
}

const COMPARE = {
  '<': (a: number, b: number) => a < b,
  '>': (a: number, b: number) => a > b,
  '<=': (a: number, b: number) => a <= b,
  '>=': (a: number, b: number) => a >= b,
  '=': (a: number, b: number) => a === b,
}

function sorted(rows: readonly Progress[], sort: Sort, falling: boolean, language: string): Progress[] {
  const names = new Intl.Collator(language, { numeric: true })
  const value = SORTS[sort]
  const byName = (a: Progress, b: Progress) => names.compare(a.text, b.text)
  const compare = value === null ? byName : (a: Progress, b: Progress) => value(a) - value(b)
  return rows.toSorted((a, b) => (falling ? compare(b, a) : compare(a, b)) || byName(a, b))
}

/** Pagination links. */
export const pager = (
  {
    reader: { t },
    wording,
  }: { reader: Pick<PageContext['reader'], 't'>; wording: Pick<PageContext['wording'], 'number'> },
  page: number,
  pages: number,
  link: (page: number) => string,
): Html =>
  html`<nav class="pager" aria-label="${t('browse.pages')}">
    ${page > 1 && html`<a class="button" href="${link(page - 1)}" rel="prev">${t('browse.previous')}</a>`}
    <span class="small quiet num">${t('browse.page_of', {
      page: wording.number(page),
      pages: wording.number(pages),
    })}</span>
    ${page < pages && html`<a class="button" href="${link(page + 1)}" rel="next">${t('browse.next')}</a>`}
  </nav>`
