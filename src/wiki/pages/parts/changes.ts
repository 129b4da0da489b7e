import { Html, html, type Piece } from '#html/html.ts'
import type { Visit } from '../visit.ts'
import { type Performer, userLink } from './links.ts'
import { dayHeading, instant, timeElement, timeText } from './times.ts'

/** Size difference, in bold if it is large. */
export function sizeChange(visit: Visit, before: number | undefined, after: number | undefined): Html {
  if (after === undefined) return html`<span class="size"></span>`
  const change = after - (before ?? 0)
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±'
  const kind = change > 0 ? 'grew' : change < 0 ? 'shrank' : 'same'
  const text = `${sign}${visit.words.number(Math.abs(change))}`
  const title = visit.words.text('rc-change-size-new', after)
  return html`<span class="size ${kind}" dir="ltr" title="${title}">${text}</span>`
}

/** Edit summary as returned in `parsedcomment`. */
export interface Commented {
  readonly parsedcomment?: string
  readonly commenthidden?: boolean
}

export function summary(visit: Visit, { parsedcomment, commenthidden }: Commented): Html {
  if (parsedcomment === undefined && commenthidden)
    return html`<span class="comment history-deleted">${visit.words.text('rev-deleted-comment')}</span>`
  if (!parsedcomment) return html`<span class="comment none">${visit.words.text('changeslist-nocomment')}</span>`
  const { language } = visit.site
  return html`<span class="comment" lang="${language}" dir="auto">${new Html(parsedcomment)}</span>`
}

export interface Flags {
  readonly new?: boolean
  readonly minor?: boolean
  readonly bot?: boolean
  readonly unpatrolled?: boolean
  readonly tags?: readonly string[]
}

const chip = (kind: string, text: Piece, title?: string): Html =>
  html`<span class="chip ${kind}"${title !== undefined && html` title="${title}"`}><i></i>${text}</span>`

/** Flags of a change, each with a label. */
export function flags(visit: Visit, change: Flags): Piece[] {
  const { words } = visit
  const mark = (is: boolean | undefined, kind: string, letter: string, label: string): Piece =>
    is === true && chip(kind, words.text(letter), words.text(label))
  return [
    mark(change.new, 's-done', 'newpageletter', 'recentchanges-label-newpage'),
    mark(change.minor, '', 'minoreditletter', 'recentchanges-label-minor'),
    mark(change.bot, 's-readonly', 'boteditletter', 'recentchanges-label-bot'),
    mark(change.unpatrolled, 's-edit', 'unpatrolledletter', 'recentchanges-label-unpatrolled'),
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

/** Groups rows by day. */
export function byDay<T extends { readonly timestamp: string }>(
  visit: Visit,
  changes: readonly T[],
  row: (change: T) => Html,
): Html {
  const days = Map.groupBy(changes, ({ timestamp }) => timeText(visit, instant(timestamp), 'date'))
  return html`${[...days.values()].map(
    ofDay =>
      html`<h2 class="day">${dayHeading(visit, ofDay[0]!.timestamp)}</h2><ul class="changes">${ofDay.map(row)}</ul>`,
  )}`
}

export const changeList = (rows: readonly Html[]): Html => html`<ul class="changes">${rows}</ul>`

export const who = (visit: Visit, doer: Performer, known?: ReadonlySet<string>): Html => userLink(visit, doer, known)
