import { type CellValue, insertRowsLater } from '#store/insert-rows.ts'
import { padded } from '#store/keyset.ts'
import type { Writer } from '#store/store.ts'

/** A string to compare with others: an existing one, or the former state of a changed or removed one. */
interface Look {
  unit_id?: number | null
  content_hash?: string
  target?: string
}

/** A translation and where it is. */
interface Place {
  readonly id: number
  readonly project_id: number
  readonly language_id: number
}

const COLUMNS = ['project_id', 'language_id', 'translation_id', 'unit_id', 'content_hash', 'target'] as const
type Row = Record<(typeof COLUMNS)[number], CellValue>
const NOTHING = { translation_id: null, unit_id: null, content_hash: '', target: '' }

/** From this number on, comparing the whole translation is less work. */
const MAX_SINGLE = 300

/** Collects the comparisons between strings that a unit of work makes necessary. */
export class Looks {
  readonly #single = new Map<number, Map<string, Look>>()
  readonly #whole = new Set<number>()
  /** Translations in which more strings changed or were removed than are recorded. */
  readonly #lessened = new Set<number>()
  readonly #failing = new Map<string, { project_id: number; language_id: number }>()
  readonly #places = new Map<number, Place>()

  /** A translation's row saves reading it again. */
  at(translation: number | Place, look: Look): void {
    const id = typeof translation === 'number' ? translation : translation.id
    if (typeof translation !== 'number') this.#places.set(id, translation)
    const looks = this.#single.get(id) ?? new Map<string, Look>()
    this.#single.set(id, looks.set(JSON.stringify(look), look))
    if (looks.size >= MAX_SINGLE || this.#whole.has(id)) this.all(id)
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

  /** Stores the requests. `lookupJobs` finds them. */
  async write(tx: Writer): Promise<void> {
    const ids = [...this.#single.keys(), ...this.#whole]
    if (ids.length === 0 && this.#failing.size === 0) return
    for (const { project_id, language_id, source_language_id } of await lessenedPlaces(tx, this.#lessened))
      for (const language of [language_id, source_language_id]) this.failing(project_id, language)
    const rows: Row[] = [...this.#failing.values()].map(place => ({ ...place, ...NOTHING }))
    for (const { id, project_id, language_id } of await this.#placesOf(tx, ids)) {
      const place = { project_id, language_id }
      if (this.#whole.has(id)) rows.push({ ...place, ...NOTHING, translation_id: id })
      else
        for (const look of this.#single.get(id)!.values())
          rows.push({ ...place, ...NOTHING, translation_id: id, ...look })
    }
    await insertRowsLater(
      tx,
      'unit_look',
      COLUMNS,
      rows.map(row => COLUMNS.map(column => row[column])),
    )
  }

  async #placesOf(tx: Writer, ids: readonly number[]): Promise<readonly Place[]> {
    const known = ids.flatMap(id => this.#places.get(id) ?? [])
    const unknown = ids.filter(id => !this.#places.has(id))
    if (unknown.length === 0) return known
    const rows = tx.selectFrom('translation').select(['id', 'project_id', 'language_id'])
    return [...known, ...(await rows.where('id', 'in', padded(unknown)).execute())]
  }
}

const lessenedPlaces = async (tx: Writer, ids: ReadonlySet<number>) =>
  ids.size === 0
    ? []
    : tx
        .selectFrom('translation')
        .innerJoin('component', 'component.id', 'translation.component_id')
        .select(['translation.project_id', 'translation.language_id', 'component.source_language_id'])
        .where('translation.id', 'in', padded([...ids]))
        .execute()
