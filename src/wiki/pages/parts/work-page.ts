import { type Html, html, type Piece } from '#html/html.ts'
import type { Shown } from '../page.ts'
import type { Visit } from '../visit.ts'
import { problems } from './form.ts'
import type { Change } from './recent.ts'
import { filterCards, saveForm } from './saved-filters.ts'
import { type Toggle, toggleLinks } from './toggles.ts'
import { workList } from './work-list.ts'

/** Styles, script and texts of a work list. */
export const WORK_LIST = {
  needs: ['following', 'patrol', 'changes'],
  texts: ['following', 'patrol'],
} as const satisfies Pick<Shown, 'needs' | 'texts'>

interface WorkPage {
  /** Canonical name of the special page. */
  readonly name: string
  readonly toggles: readonly Toggle[]
  /** Form with further filters. */
  readonly form: Html
  readonly isOpen: boolean
  readonly above?: Piece
  readonly rows: readonly Change[]
  readonly highlights?: boolean
  readonly pager: Html
  readonly live: string | null
}

/** A page with filters, saved filters and a work list. */
export async function workPage(visit: Visit, page: WorkPage): Promise<Html> {
  const { words, reader, search } = visit
  const { t } = reader
  const { rows, live, pager, highlights = true } = page
  const unpatrolled = rows.filter(row => row.unpatrolled === true).length
  const done = /^\d{1,3}$/.exec(search.get('done') ?? '')?.[0]
  const mark =
    live !== null && html`<span class="live-mark" title="${t('following.news')}"><i></i>${t('following.live')}</span>`
  return html`${problems(visit.tried?.errors)}${
    done !== undefined && html`<p class="note good" role="status">${t('patrol.done', { count: Number(done) })}</p>`
  }<div class="changes-top">${mark}<span class="changes-count quiet">${
    unpatrolled > 0 && t('patrol.count', { count: unpatrolled })
  }</span>${saveForm(visit)}</div>${await filterCards(visit, page.name)}${toggleLinks(visit, page.toggles)}<details class="fold"${
    page.isOpen && html` open`
  }><summary>${words.text('recentchanges-legend')}</summary>${page.form}</details>${page.above}${keyHint(visit)}${await workList(
    visit,
    rows,
    { highlights, live, pager },
  )}`
}

/** Keys, for people who have some. */
function keyHint({ reader }: Visit): Html {
  const { t } = reader
  const keys = [
    [['j', 'k'], t('patrol.key_move')],
    [['d'], t('patrol.key_diff')],
    [['x'], t('patrol.key_select')],
    [['?'], t('patrol.keys_all')],
  ] as const
  return html`<p class="key-hint quiet">${keys.map(
    ([caps, text]) => html`<span>${caps.map(cap => html`<kbd>${cap}</kbd> `)}${text}</span>`,
  )}</p>`
}
