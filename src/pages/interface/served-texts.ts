import { type SqlBool, sql } from 'kysely'
import { CacheFollower } from '#events/change-follower.ts'
import type { LoggedChange } from '#events/change-log.ts'
import type { SiteTexts } from '#html/site-texts.ts'
import type { Reader } from '#store/store.ts'
import { splitForms } from '#translation/catalogue/forms.ts'
import { categoriesOf } from './shipped-texts.ts'
import { notedComponent } from './web-component.ts'

/** Above this many changes, reloading everything is faster. */
const MOST_CHANGES = 100

/**
 * Keeps each process up to date with translations made on this site: before a page is rendered, one small query checks
 * for changes, and only changed languages are reloaded.
 */
export class ServedTexts {
  readonly #db: Reader
  readonly #texts: SiteTexts
  readonly #follower = new CacheFollower(changes => this.#follow(changes))
  #served = new Set<string>()

  constructor(db: Reader, texts: SiteTexts) {
    this.#db = db
    this.#texts = texts
  }

  freshen(): Promise<void> {
    return this.#follower.catchUp(this.#db)
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
    for (const { translation, ...language } of rows) {
      if (only !== null && !only.includes(translation)) continue
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
      this.#texts.replace(this.#tag(language.code), entries)
    }
    for (const language of this.#served) if (!there.has(language)) this.#texts.replace(language, [])
    this.#served = there
  }

  /** Interface language for a platform language code. */
  #tag(code: string): string {
    const tag = code.replace(/@(\w).*$/, (_, letter: string) => (letter === 'l' ? '-Latn' : '')).replaceAll('_', '-')
    return this.#texts.languages.find(each => each.replaceAll('_', '-').toLowerCase() === tag.toLowerCase()) ?? tag
  }
}
