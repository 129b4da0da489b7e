import { allowance, LONGEST_WINDOW } from '#events/mail/limits.ts'
import { MOST_LISTED, type Tally } from './tally.ts'

/** An instant notification for one account. */
export interface PreviewNotice {
  /** Seconds since 1970. */
  readonly at: number
  readonly tally: Tally
}

interface FoldedMail {
  readonly at: number
  readonly tallies: readonly [Tally]
}

/** The emails that notices lead to under the rate limits: excess notices wait and are combined into one email. */
export function foldedMails(notices: readonly PreviewNotice[]): FoldedMail[] {
  const mails: FoldedMail[] = []
  let sent: number[] = []
  let waiting: Tally[] = []
  let again = Number.POSITIVE_INFINITY
  let next = 0
  while (next < notices.length || waiting.length > 0) {
    const now = Math.min(notices[next]?.at ?? Number.POSITIVE_INFINITY, again)
    while (notices[next] !== undefined && notices[next]!.at <= now) waiting.push(notices[next++]!.tally)
    sent = sent.filter(at => at > now - LONGEST_WINDOW)
    let { now: free, next: later } = allowance(sent, now)
    const left: Tally[] = []
    for (const group of Map.groupBy(waiting, tally => tally.kind).values()) {
      const parts = group.length <= free ? group : [joined(group)]
      for (const tally of parts) {
        if (free <= 0) {
          left.push(tally)
          continue
        }
        mails.push({ at: now, tallies: [tally] })
        sent.push(now)
        free--
        if (free <= 0) later = allowance(sent, now).next
      }
    }
    waiting = left
    again = left.length > 0 ? Math.max(later, now + 1) : Number.POSITIVE_INFINITY
  }
  return mails
}

const joined = (group: readonly Tally[]): Tally => ({
  ...group[0]!,
  subscriptions: new Map(group.flatMap(tally => [...tally.subscriptions])),
  changes: group.flatMap(tally => tally.changes).slice(0, MOST_LISTED),
  total: group.reduce((sum, tally) => sum + tally.total, 0),
})
