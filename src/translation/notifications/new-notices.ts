import { MOST_MAILS_AT_ONCE } from '#events/mail/limits.ts'
import { MOST_LISTED } from './tally.ts'

/** What one person is to be told by one kind: of one entry of the change log, or of several that are one mail in any case. */
interface NewNotice {
  readonly account: number
  readonly kind: string
  /** The subscription that asked for it; 0 where it is none. */
  readonly subscription: number
  /** The last entry that it is about. */
  readonly seq: number
  readonly changes: readonly number[]
  readonly total: number
}

/**
 * Gathers notices. Whoever is to be told of more entries than an address may get mails at once gets one mail for all of them,
 * and so needs one notice: a burst then costs as many rows as it concerns people, not as many as people times events.
 */
export class NewNotices {
  readonly #all = new Map<string, { notices: NewNotice[]; entries: number }>()
  #size = 0

  /** How many there are. */
  get size(): number {
    return this.#size
  }

  /** Adds what an entry tells one person; entries come in their order. */
  add(notice: NewNotice): void {
    const key = `${notice.account} ${notice.kind}`
    const before = this.#all.get(key) ?? { notices: [], entries: 0 }
    const all = [...before.notices, notice]
    const entries = before.entries + 1
    const notices = entries > MOST_MAILS_AT_ONCE ? [joined(all)] : all
    this.#all.set(key, { notices, entries })
    this.#size += notices.length - before.notices.length
  }

  *[Symbol.iterator](): Generator<NewNotice> {
    for (const { notices } of this.#all.values()) yield* notices
  }
}

const joined = (notices: readonly NewNotice[]): NewNotice => ({
  ...notices.at(-1)!,
  changes: notices.flatMap(notice => notice.changes).slice(0, MOST_LISTED),
  total: notices.reduce((sum, notice) => sum + notice.total, 0),
})
