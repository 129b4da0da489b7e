import type { LoggedChange } from '#events/change-log.ts'
import type { Reader, Writer } from '#store/store.ts'

/** An interface message in one language, as it is translated on this site. */
export interface TranslatedMessage {
  readonly language: string
  readonly name: string
  /** Null where the translation was taken away. */
  readonly text: string | null
}

/** Interface messages as people translate them on this site. Where there is one, what shipped does not count. */
export interface MessageTranslations {
  /** The texts of one language by name, as in `TranslatedMessage`. */
  load(db: Reader, language: string): Promise<ReadonlyMap<string, string | null>>
  /** Which messages an entry of the change log is about; null when it may be any. */
  changedBy(db: Reader, change: LoggedChange): Promise<readonly TranslatedMessage[] | null>
}

/**
 * What the wiki and the translation platform tell each other of the texts of the interface. Neither knows the other: whoever
 * knows both fills this in before anything is served.
 */
export interface InterfaceTexts {
  translations: MessageTranslations | null
  /** Told, in the transaction that does it, that a page of the interface came or went. */
  pagesChanged: ((tx: Writer) => Promise<void>) | null
}
