import type { MessageTranslations } from '#core/interface-texts.ts'
import { CacheFollower } from '#events/change-follower.ts'
import type { LoggedChange } from '#events/change-log.ts'
import type { Reader } from '#store/store.ts'
import { basicMessages, basicNames } from './basic-messages.ts'
import { catalogue } from './catalogue.ts'
import { hasPageWords } from './page-words/index.ts'

type Texts = Map<string, string>

/** More than the built-in languages, so that readers of different languages do not evict each other's texts. */
const MAX_LANGUAGES = 24
/** Maximum number of languages for which the existence of texts is cached. */
const MAX_SPOKEN = 500
/** With more changes than this, reading everything again is faster. */
const MAX_CHANGES = 100

/** Change log entry written by `importMessages`. */
export const MESSAGES_IMPORTED = { area: 'wiki', kind: 'messages' } as const

/**
 * Interface messages by language: those imported with `--messages`, with local translations. Parlance's own texts (the
 * catalogue) and the messages clients need (`basic-messages.ts`) are always available in English, so a wiki without
 * imported messages still has clear errors and a calendar.
 *
 * Texts are cached in memory and follow the change log across processes. They
 * change in place, so existing references see the new texts.
 */
export class InterfaceMessages {
  readonly #db: Reader
  /** For filling the cache: a replica may lack changes that the follower has already handled. */
  readonly #newest: Reader
  readonly #translations: MessageTranslations | null
  readonly #languages = new Map<string, Promise<Texts>>()
  readonly #spoken = new Map<string, boolean>()
  readonly #follower = new CacheFollower(changes => this.#follow(changes))
  #forgotten = 0

  /** Without translations, messages have their default texts. */
  constructor(db: Reader, translations: MessageTranslations | null, primary = db) {
    this.#db = db
    this.#newest = primary
    this.#translations = translations
  }

  /** Number of evicted languages: existing references to their texts no longer update. */
  get forgotten(): number {
    return this.#forgotten
  }

  /** Whether there are texts in this language: imported or built in. */
  async speaks(language: string): Promise<boolean> {
    if (hasPageWords(language)) return true
    const cached = this.#spoken.get(language)
    if (cached !== undefined) return cached
    const row = await this.#newest
      .selectFrom('message')
      .where('lang', '=', language)
      .select('lang')
      .limit(1)
      .executeTakeFirst()
    // Clients can request any code, so the cache is limited.
    if (this.#spoken.size > MAX_SPOKEN) this.#spoken.clear()
    this.#spoken.set(language, row !== undefined)
    return row !== undefined
  }

  /** Up-to-date texts of one language, without fallback. */
  async load(language: string): Promise<ReadonlyMap<string, string>> {
    await this.catchUp()
    return this.kept(language)
  }

  /** Updates the cached texts: one small query when nothing changed. */
  catchUp(): Promise<void> {
    return this.#follower.catchUp(this.#db)
  }

  /** Cached texts; up to date only after `catchUp`. */
  kept(language: string): Promise<ReadonlyMap<string, string>> {
    const cached = this.#languages.get(language)
    if (cached) return cached
    if (!this.#follower.hasBegun) return this.load(language)
    if (this.#languages.size >= MAX_LANGUAGES) this.#forget(this.#languages.keys().next().value!)
    const texts = this.#read(language)
    this.#languages.set(language, texts)
    texts.catch(() => this.#forget(language))
    return texts
  }

  #forget(language: string): void {
    this.#languages.delete(language)
    this.#forgotten++
  }

  async #follow(changes: readonly LoggedChange[] | null): Promise<void> {
    if (changes === null || changes.length > MAX_CHANGES) await this.#readAgain()
    else for (const change of changes) await this.#take(change)
  }

  async #take(change: LoggedChange): Promise<void> {
    const imported = change.area === MESSAGES_IMPORTED.area && change.kind === MESSAGES_IMPORTED.kind
    const translations = this.#translations
    const changed = imported ? null : translations === null ? [] : await translations.changedBy(this.#db, change)
    if (changed === null) return this.#readAgain()
    for (const { language, name, text } of changed) {
      const texts = await this.#languages.get(language)
      if (texts) setText(texts, name, text ?? (await this.#shipsEmpty(language, name)))
    }
  }

  /** A message with an empty default shows nothing; an untranslated one shows its fallback. */
  async #shipsEmpty(language: string, name: string): Promise<'' | null> {
    const shipped = this.#db.selectFrom('message').where('lang', '=', language).where('name', '=', name)
    const row = await shipped.where('text', '=', '').select('text').executeTakeFirst()
    return row === undefined ? null : ''
  }

  async #readAgain(): Promise<void> {
    this.#spoken.clear()
    for (const [language, kept] of this.#languages) {
      const fresh = await this.#read(language)
      const texts = await kept
      texts.clear()
      for (const [name, text] of fresh) texts.set(name, text)
    }
  }

  async #read(language: string): Promise<Texts> {
    const rows = await this.#newest
      .selectFrom('message')
      .where('lang', '=', language)
      .select(['name', 'text'])
      .execute()
    const texts = new Map(rows.map(row => [row.name, row.text]))
    const translated = await this.#translations?.load(this.#newest, language)
    for (const [name, text] of translated ?? []) setText(texts, name, text ?? (texts.get(name) === '' ? '' : null))
    const imported = language === 'en' ? new Set(rows.map(row => row.name)) : await this.#importedBasics()
    for (const [name, text] of basicMessages(language)) {
      if (!imported.has(name) && !texts.has(name)) texts.set(name, text)
    }
    if (language === 'en') {
      for (const [key, { text }] of Object.entries(catalogue)) if (!texts.has(key)) texts.set(key, text)
    }
    return texts
  }

  /**
   * Basic messages that message files contain: these take precedence in
   * every language, even if only through a fallback.
   */
  async #importedBasics(): Promise<ReadonlySet<string>> {
    const shipped = this.#newest.selectFrom('message').where('lang', '=', 'en').where('name', 'in', basicNames())
    return new Set((await shipped.select('name').execute()).map(row => row.name))
  }
}

const setText = (texts: Texts, name: string, text: string | null): void => {
  if (text === null) texts.delete(name)
  else texts.set(name, text)
}
