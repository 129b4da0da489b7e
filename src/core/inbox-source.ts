import type { Caller } from '#accounts/caller.ts'
import type { LoggedChange } from '#events/change-log.ts'
import type { NewEntry } from '#events/inbox/deliver.ts'
import type { InboxRow } from '#events/inbox/entries.ts'
import type { Reader } from '#store/store.ts'

/** An entry as its reader may see it. */
export interface ShownEntry {
  readonly row: InboxRow
  /** The name behind it; null for the system and for hidden names. */
  readonly actor: string | null
  /** What it is about, from general to specific: a page title; project, component and language. */
  readonly where: readonly string[]
  /** Where to see it: path and query, without the site. */
  readonly link: string
  /** The words themselves; empty if there are none or they are hidden. */
  readonly text: string
  /** The language of the words, if it is not the reader's. */
  readonly language?: string
}

/** A half of the site that fills the inbox. */
export interface InboxSource {
  /** Area of the change log, and of the entries. */
  readonly area: 'wiki' | 'translation' | 'site'
  /** Entries for a change log entry: only for people who may read it. */
  entriesOf(db: Reader, entry: LoggedChange): Promise<readonly NewEntry[]>
  /** Which of these entries the caller may still see, and how. */
  show(db: Reader, rows: readonly InboxRow[], caller: Caller): Promise<readonly ShownEntry[]>
}

/** Connects the halves of the site and the inbox. */
export interface Inbox {
  readonly sources: InboxSource[]
}
