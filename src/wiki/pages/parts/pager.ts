import { type Html, html } from '#html/html.ts'
import type { ResponseTo } from '../../actions/results.ts'
import type { Question } from '../../api/ask.ts'
import type { Visit } from '../visit.ts'

const LIMITS = [20, 50, 100, 250, 500] as const

/** Requested number of rows. */
export function limitOf(visit: Visit, usual = 50): number {
  const requested = Number(visit.search.get('limit'))
  return Number.isInteger(requested) && requested >= 1 ? Math.min(requested, 500) : usual
}

/** Whether to page backwards; the range of a list by title is then reversed. */
export const walksBack = ({ search }: Visit, param = 'offset'): boolean =>
  search.get('dir') === 'prev' && !!search.get(param)

interface BothWays<R> {
  readonly dirs: readonly [string, string]
  readonly place: (row: R) => string
  /** Lists by title are labelled previous and next instead of newer and older. */
  readonly byTitle?: true
}

type ResponseToQuery<Q> = ResponseTo<{ readonly action: 'query' } & Q>

interface Walk<Q, R> {
  /** Parameter prefix of the module: `rv`, `rc`, `bl`. */
  readonly prefix: string
  readonly question: Q
  readonly rows: (result: ResponseToQuery<Q>) => readonly R[]
  /**
   * For lists that can be paged both ways: the values of `dir`, default first, and the continue value of a row. Other
   * lists can only be followed to the end and restarted.
   */
  readonly both?: BothWays<R>
  /** Continue parameter of the module, if not `…continue`. */
  readonly goesOn?: string
  readonly usual?: number
  /** URL parameter for the start, if a page has several lists. */
  readonly offset?: string
}

interface Walked<Q, R> {
  readonly rows: readonly R[]
  /** Paging links, shown only if there is more. */
  readonly pager: Html
  readonly result: ResponseToQuery<Q>
}

/**
 * Loads one page of an API list. `offset` in the URL is the API's own continue value, so that new rows do not shift the
 * list; `dir=prev` pages backwards from it.
 */
export async function walk<const Q extends Question, R>(
  visit: Visit,
  { prefix, question, rows: rowsOf, both, usual, offset: param = 'offset', ...more }: Walk<Q, R>,
): Promise<Walked<Q, R>> {
  const limit = limitOf(visit, usual)
  const goesOn = more.goesOn ?? `${prefix}continue`
  const offset = visit.search.get(param) || null
  const back = both !== undefined && walksBack(visit, param)
  const result: ResponseToQuery<Q> = await visit.need(
    { action: 'query', ...question },
    {
      // Paging backwards starts with the first row of the previous page, which was already shown.
      [`${prefix}limit`]: back ? Math.min(limit + 1, 500) : limit,
      ...(both && { [`${prefix}dir`]: both.dirs[back ? 1 : 0] }),
      ...(offset !== null && { [goesOn]: offset }),
    },
  )
  const shown = [...rowsOf(result)]
  const rows = back ? shown.slice(1).reverse() : shown
  const next = result.continue?.[goesOn] ?? null
  const first = rows[0]
  const [newer, older] = back
    ? [next === null ? null : placed(visit, both, first, param), visit.here({ [param]: offset, dir: null })]
    : [
        offset === null ? null : placed(visit, both, first, param),
        next === null ? null : visit.here({ [param]: next, dir: null }),
      ]
  return {
    rows,
    result,
    pager: pagerView(visit, {
      newer,
      older,
      isTime: both !== undefined && !both.byTitle,
      start: offset === null ? null : visit.here({ [param]: null, dir: null }),
      limit,
    }),
  }
}

const placed = <R>(visit: Visit, both: BothWays<R> | undefined, row: R | undefined, param: string): string | null =>
  both && row ? visit.here({ [param]: both.place(row), dir: 'prev' }) : null

interface Ways {
  readonly newer: string | null
  readonly older: string | null
  readonly isTime: boolean
  readonly start: string | null
  readonly limit: number
}

function pagerView(visit: Visit, { newer, older, isTime, start, limit }: Ways): Html {
  const { words } = visit
  const [back, on] = isTime
    ? [words.text('pager-newer-n', limit), words.text('pager-older-n', limit)]
    : [words.text('prevn', limit), words.text('nextn', limit)]
  if (start === null && newer === null && older === null) return html``
  const way = (href: string | null, text: string, rel?: string) =>
    href === null ? null : html`<a class="button" href="${href}"${rel !== undefined && html` rel="${rel}"`}>${text}</a>`
  const sizes = LIMITS.map(each =>
    each === limit
      ? html`<b>${words.number(each)}</b>`
      : html`<a href="${visit.here({ limit: each })}">${words.number(each)}</a>`,
  )
  const label = visit.reader.t('wiki.rows')
  const first = way(start, words.text(isTime ? 'histlast' : 'page_first'))
  const links = [first, way(newer, back, 'prev'), way(older, on, 'next')]
  const limits = html`<span class="sizes quiet">${label} ${sizes}</span>`
  // A long list has it above and below, so it is no landmark: those need names of their own.
  return html`<div class="pager" role="group" aria-label="${visit.reader.t('wiki.pager')}">${links}${limits}</div>`
}
