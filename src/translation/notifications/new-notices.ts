import { MOST_MAILS_AT_ONCE } from '#events/mail/limits.ts'
import { MOST_LISTED } from './tally.ts'

/** Notifications of one kind for one account, about one log entry or several that share an email. */
interface NewNotice {
  readonly account: number
  readonly kind: string
  /** The subscription behind it; 0 when there is none. */
  readonly subscription: number
  /** The last log entry it covers. */
  readonly seq: number
  readonly changes: readonly number[]
  readonly total: number
}

/** Notices of one kind for one account. */
interface Gathered {
  notices: NewNotice[]
  entries: number
}

/**
 * Collects notices and combines them: an account with more entries than the rate limit allows gets one email anyway, so
 * one notice is enough. When the total grows too large, this applies to all accounts. A burst thus costs one row per
 * account and kind, not one per account and event.
 */
export class NewNotices {
  readonly #all = new Map<number, Map<string, Gathered>>()
  #size = 0
  #most = MOST_MAILS_AT_ONCE

  /** How many there are. */
  get size(): number {
    return this.#size
  }

  /** Adds a notice; must be called in log order. */
  add(notice: NewNotice): void {
    const kinds = this.#all.get(notice.account) ?? new Map<string, Gathered>()
    if (kinds.size === 0) this.#all.set(notice.account, kinds)
    const gathered = kinds.get(notice.kind)
    if (gathered === undefined) kinds.set(notice.kind, { notices: [notice], entries: 1 })
    else {
      gathered.entries++
      this.#size -= gathered.notices.length
      gathered.notices.push(notice)
      if (gathered.entries > this.#most) gathered.notices = [joined(gathered.notices)]
      this.#size += gathered.notices.length - 1
    }
    this.#size++
  }

  /** Whether the limit is reached even after combining notices. */
  isFull(most: number): boolean {
    if (this.#size < most) return false
    if (this.#most > 1) this.#fold()
    return this.#size >= most
  }

  /** Switches to one notice per account and kind. */
  #fold(): void {
    this.#most = 1
    this.#size = 0
    for (const kinds of this.#all.values())
      for (const gathered of kinds.values()) {
        gathered.notices = [joined(gathered.notices)]
        this.#size++
      }
  }

  *[Symbol.iterator](): Generator<NewNotice> {
    for (const kinds of this.#all.values()) for (const { notices } of kinds.values()) yield* notices
  }
}

function joined(notices: readonly NewNotice[]): NewNotice {
  const [first, ...others] = notices
  if (others.length === 0) return first!
  const isLong = first!.changes.length >= MOST_LISTED
  return {
    ...notices.at(-1)!,
    changes: isLong ? first!.changes : notices.flatMap(notice => notice.changes).slice(0, MOST_LISTED),
    total: notices.reduce((sum, notice) => sum + notice.total, 0),
  }
}
