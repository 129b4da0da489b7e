import { type SqlBool, sql } from 'kysely'
import { CacheFollower } from '#events/change-follower.ts'
import type { LoggedChange } from '#events/change-log.ts'
import type { SiteTexts } from '#html/site-texts.ts'
import type { Reader } from '#store/store.ts'
import { splitForms } from '#translation/catalogue/forms.ts'
import type { LanguageRow } from '#translation/catalogue/languages.ts'
import { categoriesOf } from './shipped-texts.ts'
import { notedComponent } from './web-component.ts'

/** Above this many changes, reloading everything is faster. */
const MOST_CHANGES = 100

type TranslationOfTexts = LanguageRow & { readonly translation: number }

/**
 * Keeps each process up to date with translations made on this site: before a page is rendered, one small query checks
 * for changes, and only changed languages are reloaded. Shipped languages are loaded for their first reader, because
 * together they have tens of thousands of strings.
 */
export class ServedTexts {
  readonly #db: Reader
  readonly #texts: SiteTexts
  readonly #follower = new CacheFollower(changes => this.#follow(changes))
  #served = new Set<string>()
  /** Languages that readers have used. */
  readonly #used = new Set<string>()
  /** Languages to load before their next use. */
  readonly #waiting = new Map<string, TranslationOfTexts>()
  /** Readings take turns, so that an older one never replaces a newer one. */
  #lastReading: Promise<void> = Promise.resolve()

  constructor(db: Reader, texts: SiteTexts) {
    this.#db = db
    this.#texts = texts
  }

  freshen(): Promise<void> {
    return this.#follower.catchUp(this.#db)
  }

  async load(language: string): Promise<void> {
    this.#used.add(language)
    if (!this.#waiting.has(language)) return
    const reading = this.#lastReading.then(() => this.#readWaiting(language))
    this.#lastReading = reading.catch(() => undefined)
    return reading
  }

  async #readWaiting(language: string): Promise<void> {
    const row = this.#waiting.get(language)
    if (row === undefined) return
    await this.#readOne(language, row)
    if (this.#waiting.get(language) === row) this.#waiting.delete(language)
  }

  async #follow(all: readonly LoggedChange[] | null): Promise<void> {
    const changes = all?.filter(({ area }) => area === 'translation')
    if (changes?.length === 0) return
    const component = (await notedComponent(this.#db))?.component ?? null
    if (changes === undefined || changes.length > MOST_CHANGES) return this.#read(component, null)
    const touched = await this.#touchedBy(changes, component)
    if (touched === null || touched.length > 0) await this.#read(component, touched)
  }

  /** Changed translations of the component; null if unknown. */
  async #touchedBy(changes: readonly LoggedChange[], component: number | null): Promise<number[] | null> {
    const touched = new Set<number>()
    for (const { kind, data } of changes) {
      if (kind !== 'changes' || typeof data.first !== 'number' || typeof data.last !== 'number') continue
      const rows = await this.#db
        .selectFrom('translation_change as change')
        .select('change.translation_id')
        .distinct()
        .where('change.id', '>=', data.first)
        .where('change.id', '<=', data.last)
        // The no-op plus keeps the query planner from scanning the component's whole history.
        .where(sql<SqlBool>`(+change.component_id = ${component ?? -1} or +change.component_id is null)`)
        .execute()
      for (const { translation_id } of rows) {
        if (translation_id === null) return null
        touched.add(translation_id)
      }
    }
    return [...touched]
  }

  async #read(component: number | null, only: readonly number[] | null): Promise<void> {
    const rows = await this.#db
      .selectFrom('translation')
      .innerJoin('translation_language as language', 'language.id', 'translation.language_id')
      .selectAll('language')
      .select('translation.id as translation')
      .where('translation.component_id', '=', component ?? -1)
      .where('translation.is_source', '=', 0)
      .execute()
    const there = new Set(rows.map(({ code }) => this.#tag(code)))
    for (const row of rows) {
      if (only !== null && !only.includes(row.translation)) continue
      const tag = this.#tag(row.code)
      this.#waiting.set(tag, row)
      if (this.#used.has(tag) || !this.#texts.shippedLanguages.includes(tag)) await this.load(tag)
    }
    for (const language of this.#served) {
      if (there.has(language)) continue
      this.#waiting.delete(language)
      this.#texts.replace(language, [])
    }
    this.#served = there
  }

  async #readOne(tag: string, { translation, ...language }: TranslationOfTexts): Promise<void> {
    const units = await this.#db
      .selectFrom('unit')
      .select(['context', 'source', 'target'])
      .where('translation_id', '=', translation)
      .where('target', '<>', '')
      .execute()
    const categories = categoriesOf(language)
    const entries = units.flatMap(({ context, source, target }): [string, string][] =>
      source.includes('\u001e')
        ? splitForms(target).map((form, i) => [`${context}_${categories[i] ?? 'other'}`, form])
        : [[context, target]],
    )
    this.#texts.replace(tag, entries)
  }

  /** Interface language for a platform language code. */
  #tag(code: string): string {
    const tag = code.replace(/@(\w).*$/, (_, letter: string) => (letter === 'l' ? '-Latn' : '')).replaceAll('_', '-')
    return this.#texts.languages.find(each => each.replaceAll('_', '-').toLowerCase() === tag.toLowerCase()) ?? tag
  }
}
