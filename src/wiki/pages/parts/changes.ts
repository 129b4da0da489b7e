import { Html, html, type Piece } from '#html/html.ts'
import type { commentMembers } from '../../api/result/common.ts'
import type { ResultOf } from '../../api/result/kinds.ts'
import type { ListItem } from '../../query/results.ts'
import type { Visit } from '../visit.ts'
import { type Performer, userLink } from './links.ts'
import { timeElement } from './times.ts'

/** Size difference, in bold if it is large. */
export function sizeChange(visit: Visit, before: number | undefined, after: number | undefined): Html {
  if (after === undefined) return html`<span class="size"></span>`
  const change = after - (before ?? 0)
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±'
  const kind = change > 0 ? 'grew' : change < 0 ? 'shrank' : 'same'
  const title = visit.words.text('rc-change-size-new', after)
  const amount = visit.words.number(Math.abs(change))
  return html`<span class="size ${kind}" dir="ltr" title="${title}">${sign}${amount}</span>`
}

/** Edit summary as returned in `parsedcomment`. */
export type Commented = Readonly<ResultOf<typeof commentMembers>>

export function summary(visit: Visit, { parsedcomment, commenthidden }: Commented): Html {
  if (parsedcomment === undefined && commenthidden)
    return html`<span class="comment history-deleted">${visit.words.text('rev-deleted-comment')}</span>`
  if (!parsedcomment) return html`<span class="comment none">${visit.words.text('changeslist-nocomment')}</span>`
  const { language } = visit.site
  return html`<span class="comment" lang="${language}" dir="auto">${new Html(parsedcomment)}</span>`
}

/** Marks of a change. */
export type Flags = Pick<ListItem<'recentchanges'>, 'new' | 'minor' | 'bot' | 'unpatrolled' | 'tags'>

const chip = (kind: string, text: Piece): Html => html`<span class="chip ${kind}"><i></i>${text}</span>`

/** Flags of a change, in words. */
export function flags(visit: Visit, change: Flags): Piece[] {
  const { t } = visit.reader
  return [
    change.new === true && chip('s-done', t('patrol.new_page')),
    change.minor === true && chip('', t('patrol.minor')),
    change.bot === true && chip('s-readonly', t('patrol.bot')),
    change.unpatrolled === true && chip('s-edit unpatrolled', t('patrol.unpatrolled')),
    ...(change.tags ?? []).map(tag => chip('s-approved', tagName(visit, tag))),
  ]
}

/** Name of a tag, from its message if there is one. */
export const tagName = (visit: Visit, tag: string): Piece =>
  visit.words.has(`tag-${tag}`) ? visit.words.html(`tag-${tag}`) : tag

/** A row in a list of changes. Lists omit what all rows share (a history its page, contributions their author). */
export interface ChangeRow {
  readonly timestamp: string
  /** Link target of the time. */
  readonly href?: string | undefined
  /** Checkbox or radio button before the time. */
  readonly before?: Piece
  readonly size?: Html | undefined
  readonly title?: Piece
  readonly flags?: Piece
  readonly who?: Piece
  readonly comment?: Piece
  readonly links?: readonly Piece[]
  readonly attributes?: Html
}

/** Renders a row. `wholeTime` for lists without date headings. */
export function changeRow(visit: Visit, row: ChangeRow, wholeTime = false): Html {
  const time = timeElement(visit, row.timestamp, wholeTime ? 'both' : 'time')
  const links = (row.links ?? []).filter(each => each !== false && each !== null && each !== undefined)
  return html`<li class="change"${row.attributes}>${
    row.before !== undefined && html`<span class="before">${row.before}</span>`
  }<span class="when">${
    row.href === undefined ? time : html`<a href="${row.href}">${time}</a>`
  }</span>${row.size}<div class="what"><div class="first">${row.title}${
    row.title === undefined && row.who
  }${row.flags}</div><div class="second">${
    row.title !== undefined && row.who && html`${row.who} · `
  }${row.comment}</div></div>${links.length > 0 && html`<span class="links">${links}</span>`}</li>`
}

export const changeList = (rows: readonly Html[]): Html => html`<ul class="changes">${rows}</ul>`

export const who = (visit: Visit, doer: Performer, known?: ReadonlySet<string>): Html => userLink(visit, doer, known)
