import type { Reader } from '#store/store.ts'
import { catalogue } from '../api/messages/catalogue.ts'

type Texts = ReadonlyMap<string, string>

const MAX_LANGUAGES = 12

/**
 * The interface messages that were imported with `--messages`, a language at a time. What this program says itself is
 * always there in English (the catalogue), so that a wiki without imported messages has clear errors too.
 */
export class InterfaceMessages {
  readonly #db: Reader
  readonly #languages = new Map<string, Promise<Texts>>()

  constructor(db: Reader) {
    this.#db = db
  }

  /** Texts of one language alone, without fallback. */
  load(language: string): Promise<Texts> {
    const known = this.#languages.get(language)
    if (known) return known
    if (this.#languages.size >= MAX_LANGUAGES) this.#languages.delete(this.#languages.keys().next().value!)
    const texts = this.#read(language)
    this.#languages.set(language, texts)
    return texts
  }

  /** Forgets what was read: messages were imported or translated. */
  clear(): void {
    this.#languages.clear()
  }

  async #read(language: string): Promise<Texts> {
    const rows = await this.#db.selectFrom('message').where('lang', '=', language).select(['name', 'text']).execute()
    const texts = new Map(rows.map(row => [row.name, row.text]))
    if (language === 'en') {
      for (const [key, { text }] of Object.entries(catalogue)) if (!texts.has(key)) texts.set(key, text)
    }
    return texts
  }
}
