import { type Expression, type SqlBool, sql } from 'kysely'
import type { Reader } from '#store/store.ts'
import { type GroupMember, SameStringSummary, SameTargetSummary } from './group-summary.ts'
import type { UnitRow } from './rows.ts'

/** The values that strings are grouped by: content and translation. */
type Grouped = Pick<UnitRow, 'content_hash' | 'target' | 'translation_id'>

type Member = Pick<UnitRow, 'id' | 'content_hash' | 'target'>
interface Row extends Grouped, Pick<UnitRow, 'id' | 'source' | 'state'> {}

/** The translation of a compared string. */
interface Home {
  readonly component: number
  /** What two strings must share for their plural forms to be comparable; null if nothing is compared. */
  readonly comparableKey: string | null
}

type By = 'content' | 'start'

type Place = Pick<UnitRow, 'id' | 'translation_id'>

/** Values and results per statement; larger groups are read in their own pages. */
const MAX_VALUES = 100
const MAX_PLACES = 5000
const BATCH = 500
/** Limit for cached groups. */
const MAX_CACHED = 50_000

/** The indexed prefix of a translation. */
const startOf = (target: string): string => [...target.slice(0, 80)].slice(0, 40).join('')

/**
 * Groups of strings of one language in a project, by content and by translation. A group is read once, in pages, and
 * only its summary is kept.
 */
export class UnitGroups {
  readonly #db: Reader
  readonly #homes: ReadonlyMap<number, Home>
  readonly #byContent = new Map<string, Map<string, SameStringSummary>>()
  readonly #byStart = new Map<string, Map<string, SameTargetSummary>>()

  static async of(db: Reader, project: number, language: number): Promise<UnitGroups> {
    const rows = await db
      .selectFrom('translation')
      .innerJoin('component', 'component.id', 'translation.component_id')
      .select(['translation.id', 'translation.plural_number', 'translation.plural_formula'])
      .select(['component.id as component', 'component.source_language_id'])
      .select('component.allow_translation_propagation')
      .where('translation.project_id', '=', project)
      .where('translation.language_id', '=', language)
      .execute()
    const homes = rows.map(({ id, component, ...row }): [number, Home] => [
      id,
      {
        component,
        comparableKey:
          row.allow_translation_propagation === 1
            ? `${row.plural_number} ${row.plural_formula} ${row.source_language_id}`
            : null,
      },
    ])
    return new UnitGroups(db, new Map(homes))
  }

  private constructor(db: Reader, homes: ReadonlyMap<number, Home>) {
    this.#db = db
    this.#homes = homes
  }

  has(unit: Pick<Grouped, 'translation_id'>): boolean {
    return this.#homes.has(unit.translation_id)
  }

  /** Reads the groups of these strings that are not cached yet. */
  async prepare(units: readonly Grouped[]): Promise<void> {
    const compared = units.filter(unit => this.#homes.get(unit.translation_id)?.comparableKey)
    const contents = this.#comparesContents ? compared.map(unit => unit.content_hash) : []
    await this.#read('content', contents, this.#byContent, (groups, row, comparableKey) =>
      entry(groups, `${comparableKey} ${row.content_hash}`, () => new SameStringSummary()).add(row),
    )
    const starts = compared.filter(unit => unit.target !== '').map(unit => startOf(unit.target))
    await this.#read('start', starts, this.#byStart, (groups, row, comparableKey) =>
      entry(groups, `${comparableKey} ${row.target}`, () => new SameTargetSummary()).add(row),
    )
  }

  /** Only strings of different components are compared by content. */
  get #comparesContents(): boolean {
    return [...this.#homes.values()].filter(home => home.comparableKey !== null).length > 1
  }

  sameString(unit: Grouped): ReturnType<SameStringSummary['besides']> {
    const home = this.#homes.get(unit.translation_id)
    const group = this.#byContent.get(unit.content_hash)?.get(`${home?.comparableKey} ${unit.content_hash}`)
    return group?.besides(home!.component) ?? []
  }

  sourcesWithSameTarget(unit: Grouped): string[] {
    const home = this.#homes.get(unit.translation_id)
    return this.#byStart.get(startOf(unit.target))?.get(`${home?.comparableKey} ${unit.target}`)?.sources() ?? []
  }

  async #read<Group>(
    by: By,
    values: readonly string[],
    cache: Map<string, Map<string, Group>>,
    add: (groups: Map<string, Group>, row: Row & GroupMember, comparableKey: string) => void,
  ): Promise<void> {
    const missing = [...new Set(values)].filter(value => !cache.has(value))
    if (cache.size + missing.length > MAX_CACHED) {
      cache.clear()
      missing.splice(0, missing.length, ...new Set(values))
    }
    for (const value of missing) cache.set(value, new Map())
    for await (const rows of this.#pages(by, missing))
      for (const row of rows) {
        const home = this.#homes.get(row.translation_id)
        const groups = cache.get(by === 'content' ? row.content_hash : startOf(row.target))
        if (groups && home?.comparableKey) add(groups, { ...row, component_id: home.component }, home.comparableKey)
      }
  }

  /** The strings of these groups, in pages. */
  async *members(contents: ReadonlySet<string>, targets: ReadonlySet<string>): AsyncGenerator<Member[]> {
    if (this.#comparesContents) yield* this.#pages('content', [...contents])
    const starts = [...new Set([...targets].map(startOf))]
    for await (const rows of this.#pages('start', starts)) yield rows.filter(row => targets.has(row.target))
  }

  async *#pages(by: By, values: readonly string[]): AsyncGenerator<Row[]> {
    for (let i = 0; i < values.length; i += MAX_VALUES) {
      const some = values.slice(i, i + MAX_VALUES)
      const places = await this.#places(isOne(by, some))
      if (places.length < MAX_PLACES) yield* this.#rows(places)
      else for (const value of some) yield* this.#pagesOf(by, value)
    }
  }

  async *#pagesOf(by: By, value: string): AsyncGenerator<Row[]> {
    for (let after = 0; ; ) {
      const places = await this.#places(isOne(by, [value]), after)
      yield* this.#rows(places)
      if (places.length < MAX_PLACES) return
      after = places.at(-1)!.id
    }
  }

  /** Positions of matching strings in all languages; filtering by language in SQL could be slow. */
  #places(condition: Expression<SqlBool>, after: number | null = null): Promise<Place[]> {
    return this.#db
      .selectFrom('unit')
      .select(['id', 'translation_id'])
      .where(condition)
      .$if(after !== null, query => query.where('id', '>', after!).orderBy('id'))
      .limit(MAX_PLACES)
      .execute()
  }

  async *#rows(places: readonly Place[]): AsyncGenerator<Row[]> {
    const ids = places.filter(place => this.has(place)).map(place => place.id)
    for (let i = 0; i < ids.length; i += BATCH)
      yield await this.#db
        .selectFrom('unit')
        .select(['id', 'translation_id', 'content_hash', 'source', 'target', 'state'])
        .where('id', 'in', ids.slice(i, i + BATCH))
        .execute()
  }
}

const isOne = (by: By, values: readonly string[]): Expression<SqlBool> =>
  by === 'content'
    ? sql<SqlBool>`content_hash in (${sql.join(values)})`
    : sql<SqlBool>`substr(target, 1, 40) in (${sql.join(values)})`

function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const existing = map.get(key)
  if (existing !== undefined) return existing
  const fresh = make()
  map.set(key, fresh)
  return fresh
}
