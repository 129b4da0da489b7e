import type { Insertable } from 'kysely'
import type { Writer } from '#store/store.ts'
import type { UnitLookTable } from '#store/tables/translation.ts'

/** A string whose comparison with others is due: one that is there, or what one was that has changed or gone. */
interface Look {
  unit_id?: number | null
  content_hash?: string
  target?: string
}

type Row = Insertable<UnitLookTable>
const NOTHING = { translation_id: null, unit_id: null, content_hash: '', target: '' }

/** From so many on, looking at the whole translation is less work. */
const MANY = 300
const ROWS_AT_ONCE = 500

/** Collects which strings a piece of work makes others look different beside. */
export class Looks {
  readonly #single = new Map<number, Map<string, Look>>()
  readonly #whole = new Set<number>()
  /** Translations of which more has changed or gone than is written down. */
  readonly #lessened = new Set<number>()
  readonly #failing = new Map<string, { project_id: number; language_id: number }>()

  at(translation: number, look: Look): void {
    const known = this.#single.get(translation) ?? new Map<string, Look>()
    this.#single.set(translation, known.set(JSON.stringify(look), look))
    if (known.size >= MANY || this.#whole.has(translation)) this.all(translation)
  }

  /** At every string of a translation, because so many are new. */
  all(translation: number): void {
    this.#whole.add(translation)
    for (const look of this.#single.get(translation)?.values() ?? [])
      if (look.content_hash || look.target) this.#lessened.add(translation)
    this.#single.delete(translation)
  }

  /** At strings that fail: what they were compared with has gone, which can only be to their good. */
  failing(project_id: number, language_id: number): void {
    this.#failing.set(`${project_id} ${language_id}`, { project_id, language_id })
  }

  /** Writes what is due and says for which languages of which projects. */
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
    for (let i = 0; i < rows.length; i += ROWS_AT_ONCE)
      await tx
        .insertInto('unit_look')
        .values(rows.slice(i, i + ROWS_AT_ONCE))
        .execute()
    // In one order, because the jobs that follow are rows that others want too.
    rows.sort((a, b) => a.project_id - b.project_id || a.language_id - b.language_id)
    const found = new Map(rows.map(row => [`${row.project_id} ${row.language_id}`, row]))
    return [...found.values()].map(row => ({ project: row.project_id, language: row.language_id }))
  }
}
