import type { Account } from '#accounts/account.ts'
import type { LoggedChange } from '#events/change-log.ts'
import type { Reader, Writer } from '#store/store.ts'

/** A labelled text: source, translation, comment. If `isOurs`, it is translated like the label: the name of an alert. */
export type ToldText = readonly [name: string, text: string, isOurs?: boolean]

/** An event as described in a notification email. */
export interface DescribedChange {
  readonly id: number
  /** The event, for example "Comment added". */
  readonly what: string
  /** The author; null for the system and for hidden authors. */
  readonly who: string | null
  /** Location from general to specific: project, component, language. */
  readonly where: readonly string[]
  readonly link: string
  readonly texts: readonly ToldText[]
  /** Microseconds since 1970. */
  readonly at: number
  /** Groups related emails into a thread; null for none. */
  readonly thread: string | null
  /** The thread in the inbox (`NewEntry.thread`), which the recipient can mute; absent if there is none. */
  readonly mutes?: string
}

/** A kind of notification outside the translation platform's own subscriptions. */
export interface NewsKind {
  /** Used in links and email headers: letters only. */
  readonly name: string
  readonly label: string
}

/** An account to notify, and its chosen frequency (see FREQUENCIES; 0 is never). */
export interface NewsRecipient {
  readonly account: number
  readonly kind: string
  readonly frequency: number
  /** Identifies the event for `describe`. */
  readonly item: number
}

/** A past event that concerned one account. */
export interface PastNews {
  /** Seconds since 1970. */
  readonly at: number
  readonly kind: string
  readonly item: number
  readonly minor: boolean
}

/** One account's notification settings. */
export interface NewsChoices {
  /** By kind. */
  readonly frequencies: Readonly<Record<string, number>>
  /** Whether to include minor edits. */
  readonly minorEdits: boolean
}

/** A source of email notifications. The mailer asks it for recipients and content. */
export interface NewsSource {
  /** Area of the change log. */
  readonly area: string
  readonly label: string
  readonly kinds: readonly NewsKind[]
  /** Distinct recipients of a change log entry, without its author and without accounts that have no email address. */
  recipients(db: Reader, entry: LoggedChange, now: number): Promise<readonly NewsRecipient[]>
  /** Past events that concerned an account, regardless of its settings. */
  past(db: Reader, account: Account, portions: AsyncIterable<readonly LoggedChange[]>): Promise<readonly PastNews[]>
  /**
   * Describes items for an email, in the given order. Leaves out items that were deleted, that the reader may not see
   * or, unless `seenToo` is set, that the reader has already seen.
   */
  describe(
    db: Reader,
    kind: string,
    items: readonly number[],
    reader: Account,
    seenToo?: boolean,
  ): Promise<readonly DescribedChange[]>
  choicesOf(db: Reader, account: number): Promise<NewsChoices>
  choose(tx: Writer, account: number, choices: Partial<NewsChoices>): Promise<void>
}

/** Connects notification sources and the mailer. */
export interface News {
  readonly sources: NewsSource[]
}
