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

/** What one kind tells one person. */
interface Gathered {
  notices: NewNotice[]
  entries: number
}

/**
 * Gathers notices. Whoever is to be told of more entries than an address may get mails at once gets one mail for all of them,
 * and so needs one notice; and when there is very much to tell, so does everybody. A burst then costs as many rows as it
 * concerns people, not as many as people times events.
 */
export class NewNotices {
  readonly #all = new Map<number, Map<string, Gathered>>()
  #size = 0
  #most = MOST_MAILS_AT_ONCE

  /** How many there are. */
  get size(): number {
    return this.#size
  }

  /** Adds what an entry tells one person; entries come in their order. */
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

  /** Whether there are so many that they should be written down, though each person had one from each kind. */
  isFull(most: number): boolean {
    if (this.#size < most) return false
    if (this.#most > 1) this.#fold()
    return this.#size >= most
  }

  /** From now on everybody gets one notice from each kind. */
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
