import type { Services } from '#core/services.ts'
import type { Clock } from '#store/clock.ts'
import type { Reader, Store } from '#store/store.ts'
import type { ConsoleSessions } from './console-sessions.ts'
import type { FileStore } from './file-store.ts'
import type { InterfaceMessages } from './messages/interface-messages.ts'
import type { RecentDiffs } from './recent-diffs.ts'
import type { RecentTexts } from './recent-texts.ts'
import type { Genders } from './site/genders.ts'
import type { Site } from './site/site.ts'
import type { StashedTexts } from './stashed-texts.ts'
import type { SiteVariants } from './variants/site-variants.ts'

/** A changed page, as needed to refresh the pages that include it or link to it. */
export interface ChangedPage {
  readonly ns: number
  readonly title: string
  readonly revisionId: number
  readonly isNew: boolean
}

/** The part of a wiki needed to parse text; worker threads have only this. */
export type TextWiki = Pick<Wiki, 'db' | 'site' | 'variants' | 'messages' | 'genders' | 'texts'>

/** One wiki and its services: built once at startup, shared by all requests. */
export interface Wiki {
  readonly services: Services
  readonly store: Store
  readonly db: Reader
  readonly clock: Clock
  readonly site: Site
  /** Conversion between variants, which `site` has as of the last `catchUp`. */
  readonly variants: SiteVariants
  readonly messages: InterfaceMessages
  readonly genders: Genders
  readonly texts: RecentTexts
  readonly diffs: RecentDiffs
  readonly stashedTexts: StashedTexts
  readonly consoleSessions: ConsoleSessions
  /** Changed pages that others include, until a few of those have been refreshed. */
  readonly changedPages: ChangedPage[]
  /** Absolute URL of api.php, shown in error messages. */
  readonly scriptUrl: string
  /** Uploaded files, published and stashed, by hash; null when no file store is configured. */
  readonly files: FileStore | null
  /** Chunks of unfinished uploads. */
  readonly pieces: FileStore | null
  /** The value of `servedby`; null hides host names. */
  readonly servedBy: string | null
  /** The reason why the wiki is read-only, if it is. */
  readonly readOnly: string | null
  /** Serves expensive listings only from a cache. */
  readonly miserMode: boolean
}
