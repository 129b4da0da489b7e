import type { MessageTranslations } from '#core/interface-texts.ts'
import { changesAfter, type LoggedChange, lastChange } from '#events/change-log.ts'
import type { Reader } from '#store/store.ts'
import { basicMessages, basicNames } from './basic-messages.ts'
import { catalogue } from './catalogue.ts'
import { translatedPageWords } from './page-words/index.ts'

type Texts = Map<string, string>

const MAX_LANGUAGES = 12
/** Languages of which it is kept whether there is any text in them. */
const MAX_SPOKEN = 500
/** With more to catch up with than this, reading everything again is quicker. */
const MAX_CHANGES = 100

/** What `importMessages` notes in the change log. */
export const MESSAGES_IMPORTED = { area: 'wiki', kind: 'messages' } as const

/**
 * The interface messages, a language at a time: those that were imported with `--messages`, as they are translated here.
 * What this program says itself is always there in English (the catalogue), and so are the messages that clients need
 * (`basic-messages.ts`), so that a wiki without imported messages has clear errors and a calendar too.
 *
 * Texts are kept in memory. The change log says what became of them since, in whichever process it happened; texts
 * change in place, so that whoever holds them reads the new ones.
 */
export class InterfaceMessages {
  readonly #db: Reader
  readonly #translations: MessageTranslations | null
  readonly #languages = new Map<string, Promise<Texts>>()
  readonly #spoken = new Map<string, boolean>()
  /** Number of the last entry of the change log that the kept texts follow. */
  #seen: number | null = null
  #turn: Promise<void> = Promise.resolve()
  #forgotten = 0

  /** Without translations, messages are as they ship. */
  constructor(db: Reader, translations: MessageTranslations | null) {
    this.#db = db
    this.#translations = translations
  }

  /** How many languages were forgotten so far: whoever still holds their texts no longer sees them change. */
  get forgotten(): number {
    return this.#forgotten
  }

  /** Whether there are texts in this language: brought by message files, or shipped. */
  async speaks(language: string): Promise<boolean> {
    if (Object.hasOwn(translatedPageWords, language)) return true
    const known = this.#spoken.get(language)
    if (known !== undefined) return known
    const row = await this.#db
      .selectFrom('message')
      .where('lang', '=', language)
      .select('lang')
      .limit(1)
      .executeTakeFirst()
    // Anybody can ask for any code.
    if (this.#spoken.size > MAX_SPOKEN) this.#spoken.clear()
    this.#spoken.set(language, row !== undefined)
    return row !== undefined
  }

  /** Texts of one language alone, without fallback, as they are at this moment. */
  async load(language: string): Promise<ReadonlyMap<string, string>> {
    await this.catchUp()
    return this.kept(language)
  }

  /** Brings the kept texts up to date: one small query when nothing happened. */
  async catchUp(): Promise<void> {
    const last = await lastChange(this.#db)
    this.#seen ??= last
    if (last <= this.#seen) return
    // One after the other, or an older answer could overwrite a newer one.
    const turn = this.#turn.then(() => this.#follow(last))
    this.#turn = turn.catch(() => undefined)
    await turn
  }

  /** Texts as they were when last looked at; right for whoever calls `catchUp` before using them. */
  kept(language: string): Promise<ReadonlyMap<string, string>> {
    const known = this.#languages.get(language)
    if (known) return known
    if (this.#seen === null) return this.load(language)
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

  async #follow(last: number): Promise<void> {
    const seen = this.#seen!
    if (seen >= last) return
    const changes = await changesAfter(this.#db, seen, MAX_CHANGES + 1)
    if (changes.length > MAX_CHANGES) await this.#readAgain()
    else for (const change of changes) await this.#take(change)
    this.#seen = Math.max(last, changes.at(-1)?.seq ?? last)
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

  /** A message that ships empty shows nothing; one that nobody translated shows its fallback. */
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
    const rows = await this.#db.selectFrom('message').where('lang', '=', language).select(['name', 'text']).execute()
    const texts = new Map(rows.map(row => [row.name, row.text]))
    const translated = await this.#translations?.load(this.#db, language)
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

  /** Those that message files brought: what these say in any language, if only by leaving it to a related one, is said. */
  async #importedBasics(): Promise<ReadonlySet<string>> {
    const shipped = this.#db.selectFrom('message').where('lang', '=', 'en').where('name', 'in', basicNames())
    return new Set((await shipped.select('name').execute()).map(row => row.name))
  }
}

const setText = (texts: Texts, name: string, text: string | null): void => {
  if (text === null) texts.delete(name)
  else texts.set(name, text)
}
