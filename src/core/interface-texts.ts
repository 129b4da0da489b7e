import type { LoggedChange } from '#events/change-log.ts'
import type { Reader, Writer } from '#store/store.ts'

/** An interface message in one language, as translated on this site. */
export interface TranslatedMessage {
  readonly language: string
  readonly name: string
  /** Null if the translation was removed. */
  readonly text: string | null
}

/** Interface messages translated on this site. They override the shipped ones. */
export interface MessageTranslations {
  /** All messages of a language, by name. */
  load(db: Reader, language: string): Promise<ReadonlyMap<string, string | null>>
  /** The messages that a change log entry affects; null if it may affect any. */
  changedBy(db: Reader, change: LoggedChange): Promise<readonly TranslatedMessage[] | null>
}

/**
 * Connects the wiki and the translation platform, which do not know each other, for interface messages. Filled in at
 * startup by a layer that knows both.
 */
export interface InterfaceTexts {
  translations: MessageTranslations | null
  /** Called when an interface page is created or deleted, in the same transaction. */
  pagesChanged: ((tx: Writer) => Promise<void>) | null
}
