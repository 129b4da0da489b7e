import type { Account } from '#accounts/account.ts'
import type { LoggedChange } from '#events/change-log.ts'
import type { Reader, Writer } from '#store/store.ts'

/** Something that happened, as a mail tells it. */
export interface Told {
  readonly id: number
  /** What happened, such as "Comment added". */
  readonly what: string
  /** Whose doing it was; null for the system, and where it is not to be known. */
  readonly who: string | null
  /** Where, from the widest to the narrowest: project, component, language. */
  readonly where: readonly string[]
  readonly link: string
  /** Names of texts, and the texts: source, translation, comment. */
  readonly texts: readonly (readonly [name: string, text: string])[]
  /** Microseconds since 1970. */
  readonly at: number
  /** What mails about the same thing have in common; null when there is no such thing. */
  readonly thread: string | null
}

/** What somebody may be mailed about, apart from the subscriptions of the translation platform. */
export interface NewsKind {
  /** In links and headers of mails: letters only. */
  readonly name: string
  readonly label: string
}

/** Somebody whom something concerns, and how often they want to hear of such things (see FREQUENCIES; 0 is never). */
export interface NewsRecipient {
  readonly account: number
  readonly kind: string
  readonly frequency: number
  /** What `describe` finds it by. */
  readonly item: number
}

/** Something of the past that concerned one person. */
export interface PastNews {
  /** Seconds since 1970. */
  readonly at: number
  readonly kind: string
  readonly item: number
  readonly minor: boolean
}

/** What one person has chosen. */
export interface NewsChoices {
  /** By the names of the kinds. */
  readonly frequencies: Readonly<Record<string, number>>
  /** Whether they want to hear of minor edits too. */
  readonly minorEdits: boolean
}

/** A floor whose changes people can be mailed about. The machinery of mails asks it whom and what to tell. */
export interface NewsSource {
  /** Of the change log. */
  readonly area: string
  readonly label: string
  readonly kinds: readonly NewsKind[]
  /** Whom an entry of the change log concerns, each of them once: nobody who did it themselves, and nobody without mail. */
  recipients(db: Reader, entry: LoggedChange, now: number): Promise<readonly NewsRecipient[]>
  /** What entries of the change log would have told one person, whatever they have chosen. */
  past(db: Reader, account: Account, portions: AsyncIterable<readonly LoggedChange[]>): Promise<readonly PastNews[]>
  /**
   * What mails say of items, in their order. What is gone since, or what the reader may not see, is left out; what they have
   * seen meanwhile is left out unless `seenToo`.
   */
  describe(
    db: Reader,
    kind: string,
    items: readonly number[],
    reader: Account,
    seenToo?: boolean,
  ): Promise<readonly Told[]>
  choicesOf(db: Reader, account: number): Promise<NewsChoices>
  choose(tx: Writer, account: number, choices: Partial<NewsChoices>): Promise<void>
}

/** Where floors and the machinery of mails meet. */
export interface News {
  readonly sources: NewsSource[]
  /** To be called in the transaction of a change, after its entry in the change log; null on a site that sends no mail. */
  wake: ((tx: Writer) => Promise<void>) | null
}
