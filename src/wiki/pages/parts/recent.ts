import { type Html, html, type Piece } from '#html/html.ts'
import type { ListItem } from '../../query/results.ts'
import type { Visit } from '../visit.ts'
import { byDay, changeRow, flags, sizeChange, summary } from './changes.ts'
import type { With } from './items.ts'
import { existing, titleLink, userLink, userPages } from './links.ts'
import { type LogItem, logLink, logSentences } from './log-lines.ts'
import { timeLeft } from './watch-time.ts'

/** A change as returned by `recentchanges`, or with members of its own by `watchlist`. */
export type Change = With<ListItem<'recentchanges'>, 'timestamp'> &
  Partial<Pick<ListItem<'watchlist'>, 'notificationtimestamp' | 'expiry'>>

/** Properties to request for changes. */
export const changeProps = ({ caller }: Visit, patrol: string): string =>
  `title|ids|sizes|flags|user|parsedcomment|timestamp|loginfo|tags${mayPatrol(caller) ? `|${patrol}` : ''}`

export const mayPatrol = (caller: Visit['caller']): boolean => caller.can('patrol') || caller.can('patrolmarks')

/** Changes grouped by day, newest first. */
export async function recentList(visit: Visit, changes: readonly Change[]): Promise<Html> {
  const { words } = visit
  if (changes.length === 0) return html`<p class="note">${words.text('recentchanges-noresult')}</p>`
  const existingPages = await existing(visit, userPages(visit, changes))
  const lines = await logSentences(visit, changes.filter(({ type }) => type === 'log').map(logEntryOf))
  return byDay(visit, changes, change =>
    change.type === 'log' ? logRow(visit, change, lines) : editRow(visit, change, existingPages),
  )
}

/** Recent changes have other names for the type and action of a log entry. */
const logEntryOf = (change: Change): LogItem => ({
  ...change,
  type: change.logtype ?? change.type,
  action: change.logaction,
})

function editRow(visit: Visit, change: Change, known: ReadonlySet<string>): Html {
  const { words, caller } = visit
  const { title = '', revid = 0, old_revid: before = 0, rcid } = change
  const isNew = change.type === 'new'
  const unread = change.notificationtimestamp ? 'unread' : ''
  const diff = visit.address(title, { diff: revid, oldid: before })
  const patrol = rcid === undefined ? diff : visit.address(title, { action: 'markpatrolled', rcid })
  return changeRow(visit, {
    timestamp: change.timestamp,
    href: revid === 0 ? undefined : visit.address(title, { oldid: revid }),
    size: sizeChange(visit, change.oldlen, change.newlen),
    title: titleLink(visit, title, unread === '' ? {} : { class: unread }),
    flags: [
      unread !== '' && html`<span class="chip s-edit"><i></i>${words.text('updatedmarker')}</span>`,
      flags(visit, { ...change, new: isNew }),
      typeof change.expiry === 'string' && html`<span class="chip">${timeLeft(visit, change.expiry)}</span>`,
    ],
    who: userLink(visit, change, known),
    comment: summary(visit, change),
    links: [
      before !== 0 && html`<a data-key="d" href="${diff}">${words.text('diff')}</a>`,
      html`<a data-key="h" href="${visit.address(title, { action: 'history' })}">${words.text('hist')}</a>`,
      change.unpatrolled === true &&
        caller.can('patrol') &&
        html`<a data-key="p" href="${patrol}">${words.text('markaspatrolleddiff')}</a>`,
    ],
    attributes: html` data-change="r${revid}"`,
  })
}

function logRow(visit: Visit, change: Change, lines: ReadonlyMap<number, Html>): Html {
  const { words } = visit
  const type = change.logtype
  const errorPage: Piece =
    (change.logid !== undefined && lines.get(change.logid)) ||
    html`<span class="history-deleted">${words.text('rev-deleted-event')}</span>`
  return changeRow(visit, {
    timestamp: change.timestamp,
    size: html`<span class="size"></span>`,
    title: errorPage,
    flags: flags(visit, change),
    comment: change.parsedcomment === '' ? html`` : summary(visit, change),
    links: [type !== undefined && logLink(visit, type)],
    attributes: html` data-change="l${change.logid ?? 0}"`,
  })
}

/** Rows of a log. */
export async function logList(visit: Visit, items: readonly LogItem[]): Promise<Html> {
  const lines = await logSentences(visit, items)
  const { words } = visit
  return html`<ul class="changes log">${items.map(item =>
    changeRow(
      visit,
      {
        timestamp: item.timestamp,
        title:
          (item.logid !== undefined && lines.get(item.logid)) ||
          html`<span class="history-deleted">${words.text('rev-deleted-event')}</span>`,
        flags: flags(visit, { tags: item.tags ?? [] }),
        comment: item.parsedcomment === '' ? html`` : summary(visit, item),
      },
      true,
    ),
  )}</ul>`
}
