import { type Html, html, type Piece } from '#html/html.ts'
import type { ListItem } from '../../query/results.ts'
import type { Visit } from '../visit.ts'
import { changeRow, flags, summary } from './changes.ts'
import type { With } from './items.ts'
import { type LogItem, logSentences } from './log-lines.ts'

/** A change as returned by `recentchanges`, or with members of its own by `watchlist`. */
export type Change = With<ListItem<'recentchanges'>, 'timestamp'> &
  Partial<Pick<ListItem<'watchlist'>, 'notificationtimestamp' | 'expiry'>>

/** Properties to request for changes. */
export const changeProps = ({ caller }: Visit, patrol: string): string =>
  `title|ids|sizes|flags|user|parsedcomment|timestamp|loginfo|tags${mayPatrol(caller) ? `|${patrol}` : ''}`

export const mayPatrol = (caller: Visit['caller']): boolean => caller.can('patrol') || caller.can('patrolmarks')

/** Recent changes have other names for the type and action of a log entry. */
export const logEntryOf = (change: Change): LogItem => ({
  ...change,
  type: change.logtype ?? change.type,
  action: change.logaction,
})

/** A log entry in a list of changes. */
export function logRow(visit: Visit, change: Change, lines: ReadonlyMap<number, Html>): Html {
  const { words } = visit
  const errorPage: Piece =
    (change.logid !== undefined && lines.get(change.logid)) ||
    html`<span class="history-deleted">${words.text('rev-deleted-event')}</span>`
  return changeRow(visit, {
    timestamp: change.timestamp,
    size: html`<span class="size"></span>`,
    title: errorPage,
    flags: flags(visit, change),
    comment: change.parsedcomment === '' ? html`` : summary(visit, change),
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
