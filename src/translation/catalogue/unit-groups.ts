import { type Expression, type SqlBool, sql } from 'kysely'
import type { Reader } from '#store/store.ts'
import { type GroupMember, SameStringSummary, SameTargetSummary } from './group-summary.ts'
import type { UnitRow } from './rows.ts'

/** What tells a string's groups: its content, and its translation. */
type Grouped = Pick<UnitRow, 'content_hash' | 'target' | 'translation_id'>

type Member = Pick<UnitRow, 'id' | 'content_hash' | 'target'>
interface Row extends Grouped, Pick<UnitRow, 'id' | 'source' | 'state'> {}

/** Where the strings that are compared stand. */
interface Home {
  readonly component: number
  /** What two strings must have in common for their forms to mean the same; null where nothing is compared. */
  readonly likeness: string | null
}

type By = 'content' | 'start'

type Place = Pick<UnitRow, 'id' | 'translation_id'>

/** Values looked for in one statement, and places it may find; groups beyond that are read in pages of their own. */
const VALUES_AT_ONCE = 100
const PLACES_AT_ONCE = 5000
const ROWS_AT_ONCE = 500
/** Beginnings of translations, as many as the index has characters of, and contents, that are remembered. */
const MOST_KEPT = 50_000

/** The part of a translation that the index has. */
const startOf = (target: string): string => [...target.slice(0, 80)].slice(0, 40).join('')

/**
 * The groups that strings of one language of a project form, by content and by translation. However large a group is, it is
 * read once, in pages, and only its summary stays.
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
        likeness:
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

  /** Reads the groups that these strings are in, as far as they are not known yet. */
  async prepare(units: readonly Grouped[]): Promise<void> {
    const compared = units.filter(unit => this.#homes.get(unit.translation_id)?.likeness)
    const contents = this.#comparesContents ? compared.map(unit => unit.content_hash) : []
    await this.#read('content', contents, this.#byContent, (groups, row, likeness) =>
      entry(groups, `${likeness} ${row.content_hash}`, () => new SameStringSummary()).add(row),
    )
    const starts = compared.filter(unit => unit.target !== '').map(unit => startOf(unit.target))
    await this.#read('start', starts, this.#byStart, (groups, row, likeness) =>
      entry(groups, `${likeness} ${row.target}`, () => new SameTargetSummary()).add(row),
    )
  }

  /** Only strings of different components are compared by content. */
  get #comparesContents(): boolean {
    return [...this.#homes.values()].filter(home => home.likeness !== null).length > 1
  }

  sameString(unit: Grouped): ReturnType<SameStringSummary['besides']> {
    const home = this.#homes.get(unit.translation_id)
    const group = this.#byContent.get(unit.content_hash)?.get(`${home?.likeness} ${unit.content_hash}`)
    return group?.besides(home!.component) ?? []
  }

  sourcesWithSameTarget(unit: Grouped): string[] {
    const home = this.#homes.get(unit.translation_id)
    return this.#byStart.get(startOf(unit.target))?.get(`${home?.likeness} ${unit.target}`)?.sources() ?? []
  }

  async #read<Group>(
    by: By,
    values: readonly string[],
    known: Map<string, Map<string, Group>>,
    add: (groups: Map<string, Group>, row: Row & GroupMember, likeness: string) => void,
  ): Promise<void> {
    const missing = [...new Set(values)].filter(value => !known.has(value))
    if (known.size + missing.length > MOST_KEPT) {
      known.clear()
      missing.splice(0, missing.length, ...new Set(values))
    }
    for (const value of missing) known.set(value, new Map())
    for await (const rows of this.#pages(by, missing))
      for (const row of rows) {
        const home = this.#homes.get(row.translation_id)
        const groups = known.get(by === 'content' ? row.content_hash : startOf(row.target))
        if (groups && home?.likeness) add(groups, { ...row, component_id: home.component }, home.likeness)
      }
  }

  /** The strings in these groups, in pages. */
  async *members(contents: ReadonlySet<string>, targets: ReadonlySet<string>): AsyncGenerator<Member[]> {
    if (this.#comparesContents) yield* this.#pages('content', [...contents])
    const starts = [...new Set([...targets].map(startOf))]
    for await (const rows of this.#pages('start', starts)) yield rows.filter(row => targets.has(row.target))
  }

  async *#pages(by: By, values: readonly string[]): AsyncGenerator<Row[]> {
    for (let i = 0; i < values.length; i += VALUES_AT_ONCE) {
      const some = values.slice(i, i + VALUES_AT_ONCE)
      const found = await this.#found(isOne(by, some))
      if (found.length < PLACES_AT_ONCE) yield* this.#rows(found)
      else for (const value of some) yield* this.#pagesOf(by, value)
    }
  }

  async *#pagesOf(by: By, value: string): AsyncGenerator<Row[]> {
    for (let after = 0; ; ) {
      const found = await this.#found(isOne(by, [value]), after)
      yield* this.#rows(found)
      if (found.length < PLACES_AT_ONCE) return
      after = found.at(-1)!.id
    }
  }

  /** Where such strings stand, those of other languages among them: a statement that skips them might take long to find one. */
  #found(condition: Expression<SqlBool>, after: number | null = null): Promise<Place[]> {
    return this.#db
      .selectFrom('unit')
      .select(['id', 'translation_id'])
      .where(condition)
      .$if(after !== null, query => query.where('id', '>', after!).orderBy('id'))
      .limit(PLACES_AT_ONCE)
      .execute()
  }

  async *#rows(found: readonly Place[]): AsyncGenerator<Row[]> {
    const ids = found.filter(place => this.has(place)).map(place => place.id)
    for (let i = 0; i < ids.length; i += ROWS_AT_ONCE)
      yield await this.#db
        .selectFrom('unit')
        .select(['id', 'translation_id', 'content_hash', 'source', 'target', 'state'])
        .where('id', 'in', ids.slice(i, i + ROWS_AT_ONCE))
        .execute()
  }
}

const isOne = (by: By, values: readonly string[]): Expression<SqlBool> =>
  by === 'content'
    ? sql<SqlBool>`content_hash in (${sql.join(values)})`
    : sql<SqlBool>`substr(target, 1, 40) in (${sql.join(values)})`

function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const fresh = make()
  map.set(key, fresh)
  return fresh
}
