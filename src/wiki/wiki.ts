import type { Services } from '#core/services.ts'
import type { Clock } from '#store/clock.ts'
import type { Reader, Store } from '#store/store.ts'
import type { FileStore } from './file-store.ts'
import type { InterfaceMessages } from './messages/interface-messages.ts'
import type { RecentDiffs } from './recent-diffs.ts'
import type { RecentTexts } from './recent-texts.ts'
import type { Genders } from './site/genders.ts'
import type { Site } from './site/site.ts'
import type { StashedTexts } from './stashed-texts.ts'

/** A page as the pages that include it or link to it must know of it. */
export interface ChangedPage {
  readonly ns: number
  readonly title: string
  readonly revisionId: number
  readonly isNew: boolean
}

/** As much of a wiki as it takes to read texts; threads have no more of it. */
export type TextWiki = Pick<Wiki, 'db' | 'site' | 'messages' | 'genders' | 'texts'>

/** One wiki and what serves it: built once at start, shared by all requests. */
export interface Wiki {
  readonly services: Services
  readonly store: Store
  readonly db: Reader
  readonly clock: Clock
  readonly site: Site
  readonly messages: InterfaceMessages
  readonly genders: Genders
  readonly texts: RecentTexts
  readonly diffs: RecentDiffs
  readonly stashedTexts: StashedTexts
  /** Pages that have changed and that others include, until a few of those have been brought up to date. */
  readonly changedPages: ChangedPage[]
  /** Absolute address of api.php, as error texts show it. */
  readonly scriptUrl: string
  /** Uploaded files, published and stashed, by their hashes; null when nothing can be stored. */
  readonly files: FileStore | null
  /** Files that come in pieces, until they are whole. */
  readonly pieces: FileStore | null
  /** What `servedby` answers; null keeps the names of machines to ourselves. */
  readonly servedBy: string | null
  /** A reason, while the wiki takes no edits. */
  readonly readOnly: string | null
  /** Expensive listings come from a cache only. */
  readonly miserMode: boolean
}
