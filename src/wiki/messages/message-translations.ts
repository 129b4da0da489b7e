import type { LoggedChange } from '#events/change-log.ts'
import type { Reader } from '#store/store.ts'

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

const providers = new WeakMap<Reader, MessageTranslations>()

/** The wiki knows nothing of translators: whoever does tells it here, before the wiki of that database is opened. */
export const provideTranslations = (db: Reader, translations: MessageTranslations): void => {
  providers.set(db, translations)
}

export const translationsOf = (db: Reader): MessageTranslations | null => providers.get(db) ?? null
