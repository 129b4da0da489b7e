import type { Insertable } from 'kysely'
import type { Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'

/** A string to compare with others: an existing one, or the former state of a changed or removed one. */
interface Look {
  unit_id?: number | null
  content_hash?: string
  target?: string
}

type Row = Insertable<Database['unit_look']>
const NOTHING = { translation_id: null, unit_id: null, content_hash: '', target: '' }

/** From this number on, comparing the whole translation is less work. */
const MAX_SINGLE = 300
const BATCH = 500

/** Collects the comparisons between strings that a unit of work makes necessary. */
export class Looks {
  readonly #single = new Map<number, Map<string, Look>>()
  readonly #whole = new Set<number>()
  /** Translations in which more strings changed or were removed than are recorded. */
  readonly #lessened = new Set<number>()
  readonly #failing = new Map<string, { project_id: number; language_id: number }>()

  at(translation: number, look: Look): void {
    const looks = this.#single.get(translation) ?? new Map<string, Look>()
    this.#single.set(translation, looks.set(JSON.stringify(look), look))
    if (looks.size >= MAX_SINGLE || this.#whole.has(translation)) this.all(translation)
  }

  /** Requests a comparison of all strings of a translation, because many are new. */
  all(translation: number): void {
    this.#whole.add(translation)
    for (const look of this.#single.get(translation)?.values() ?? [])
      if (look.content_hash || look.target) this.#lessened.add(translation)
    this.#single.delete(translation)
  }

  /** Requests a comparison of failing strings. Related strings are gone, so their checks can only start to pass. */
  failing(project_id: number, language_id: number): void {
    this.#failing.set(`${project_id} ${language_id}`, { project_id, language_id })
  }

  /** Stores the requests and returns the affected languages by project. */
  async write(tx: Writer): Promise<{ project: number; language: number }[]> {
    const ids = [...this.#single.keys(), ...this.#whole]
    if (ids.length === 0 && this.#failing.size === 0) return []
    const places = await tx
      .selectFrom('translation')
      .innerJoin('component', 'component.id', 'translation.component_id')
      .select(['translation.id', 'translation.project_id', 'translation.language_id', 'component.source_language_id'])
      .where('translation.id', 'in', [-1, ...ids])
      .execute()
    for (const { id, project_id, language_id, source_language_id } of places)
      if (this.#lessened.has(id))
        for (const language of [language_id, source_language_id]) this.failing(project_id, language)
    const rows: Row[] = [...this.#failing.values()].map(place => ({ ...place, ...NOTHING }))
    for (const { id, source_language_id: _, ...place } of places) {
      if (this.#whole.has(id)) rows.push({ ...place, ...NOTHING, translation_id: id })
      else
        for (const look of this.#single.get(id)!.values())
          rows.push({ ...place, ...NOTHING, translation_id: id, ...look })
    }
    for (let i = 0; i < rows.length; i += BATCH)
      await tx
        .insertInto('unit_look')
        .values(rows.slice(i, i + BATCH))
        .execute()
    // Sort, so that concurrent writers lock the job rows in the same order.
    rows.sort((a, b) => a.project_id - b.project_id || a.language_id - b.language_id)
    const byPlace = new Map(rows.map(row => [`${row.project_id} ${row.language_id}`, row]))
    return [...byPlace.values()].map(row => ({ project: row.project_id, language: row.language_id }))
  }
}
