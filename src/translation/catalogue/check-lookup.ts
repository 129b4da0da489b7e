import type { Reader } from '#store/store.ts'
import type { CheckedUnit } from '../checks/check.ts'
import type { CheckLookup, PastChange, SameString } from '../checks/lookup.ts'
import { ACTION, CONTENT_ACTIONS } from './change-actions.ts'
import type { ComponentRow } from './components.ts'
import { splitForms } from './forms.ts'
import type { TranslationRow } from './translations.ts'
import type { UnitRow } from './units.ts'

/** What a lookup needs of every string of a project in one language. */
export interface LookupUnit
  extends Pick<UnitRow, 'id' | 'content_hash' | 'source' | 'target' | 'state' | 'created_at' | 'source_unit_id'> {
  component_id: number
  /** What two strings must have in common for their forms to mean the same. */
  plural: string
  source_language_id: number
  /** Whether the component's translations go elsewhere, and are compared with those there. */
  propagates: boolean
}

export const lookupUnit = (unit: UnitRow, translation: TranslationRow, component: ComponentRow): LookupUnit => ({
  ...unit,
  component_id: component.id,
  plural: `${translation.plural_number} ${translation.plural_formula}`,
  source_language_id: component.source_language_id,
  propagates: component.allow_translation_propagation === 1,
})

const areComparable = (one: LookupUnit, other: LookupUnit): boolean =>
  one.propagates &&
  other.propagates &&
  one.plural === other.plural &&
  one.source_language_id === other.source_language_id

const PAST = 50
/** What can set a translation or ask for another one; comments and the like must not crowd it out. */
const TARGET_ACTIONS = [...CONTENT_ACTIONS, ACTION.updatedInRepository]

/**
 * Answers for all strings of one language in one project. The strings are at hand, grouped once, because asking the
 * database about each of them would need an index over whole texts.
 */
export class ProjectLookup {
  readonly #now: Date
  readonly #byId: ReadonlyMap<number, LookupUnit>
  readonly #byContent: ReadonlyMap<string, LookupUnit[]>
  readonly #byTarget: ReadonlyMap<string, LookupUnit[]>
  /** Translated share of each component, from 0 to 1. */
  readonly #progress: ReadonlyMap<number, number>

  constructor(now: Date, units: readonly LookupUnit[], progress: ReadonlyMap<number, number>) {
    this.#now = now
    this.#byId = new Map(units.map(unit => [unit.id, unit]))
    this.#byContent = Map.groupBy(units, unit => unit.content_hash)
    this.#byTarget = Map.groupBy(units, unit => unit.target)
    this.#progress = progress
  }

  /** For checks inside a transaction: one that waits for a second connection may wait for those who wait for it. */
  within(db: Reader): CheckLookup {
    return {
      now: this.#now,
      sameString: unit => this.#sameString(unit),
      sourcesWithSameTarget: unit => this.#sourcesWithSameTarget(unit),
      pastChanges: unit => this.#pastChanges(db, unit),
      failingTranslations: unit => failingTranslations(db, unit),
      progress: unit => this.#progressOf(db, unit),
    }
  }

  async #sameString({ id }: CheckedUnit): Promise<SameString[]> {
    const own = this.#byId.get(id ?? -1)
    if (own === undefined) return []
    return (this.#byContent.get(own.content_hash) ?? [])
      .filter(unit => unit.component_id !== own.component_id && areComparable(unit, own))
      .map(unit => ({ targets: splitForms(unit.target), state: unit.state }))
  }

  async #sourcesWithSameTarget({ id }: CheckedUnit): Promise<string[]> {
    const own = this.#byId.get(id ?? -1)
    if (own === undefined) return []
    return (this.#byTarget.get(own.target) ?? [])
      .filter(unit => unit.id !== own.id && areComparable(unit, own))
      .map(unit => splitForms(unit.source)[0]!)
  }

  /** The change of a source text stands in the history of the source string, and counts for all its translations. */
  async #pastChanges(db: Reader, { id }: CheckedUnit): Promise<PastChange[]> {
    const rows = await changesOf(db, id ?? -1, TARGET_ACTIONS, PAST)
    // As with most strings that nobody has translated yet.
    if (rows.length === 0) return []
    const source = this.#byId.get(id ?? -1)?.source_unit_id ?? -1
    const [renewed] = await changesOf(db, source, [ACTION.sourceChanged], 1)
    const isNewer = (row: { timestamp: number; id: number }) =>
      renewed === undefined ||
      row.timestamp > renewed.timestamp ||
      (row.timestamp === renewed.timestamp && row.id > renewed.id)
    const since = rows.filter(isNewer).map(pastChange)
    return renewed === undefined ? since : [...since, { kind: 'source changed', targets: [], state: 0 }]
  }

  async #progressOf(db: Reader, { id }: CheckedUnit) {
    const own = this.#byId.get(id ?? -1)
    const rows = await db
      .selectFrom('unit')
      .select('state')
      .where('source_unit_id', '=', id ?? -1)
      .where('id', '<>', id ?? -1)
      .execute()
    return {
      added: new Date((own?.created_at ?? 0) / 1000),
      states: rows.map(row => row.state),
      componentTranslated: this.#progress.get(own?.component_id ?? -1) ?? 0,
    }
  }
}

/** Changes that set a string's translation, or asked for another one, newest first. */
const changesOf = (db: Reader, unit: number, actions: readonly number[], most: number) =>
  db
    .selectFrom('translation_change')
    .select(['id', 'timestamp', 'action', 'target', 'details'])
    .where('unit_id', '=', unit)
    .where('action', 'in', actions)
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

const KINDS = new Map<number, PastChange['kind']>([
  [ACTION.sourceChanged, 'source changed'],
  [ACTION.markedForEdit, 'marked for edit'],
])

function pastChange(row: Awaited<ReturnType<typeof changesOf>>[number]): PastChange {
  const { state = 0 } = JSON.parse(row.details) as { state?: number }
  return { kind: KINDS.get(row.action) ?? 'target', targets: splitForms(row.target), state }
}

async function failingTranslations(db: Reader, { id }: CheckedUnit): Promise<number> {
  const row = await db
    .selectFrom('unit')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('source_unit_id', '=', id ?? -1)
    .where('id', '<>', id ?? -1)
    .where('failing_checks', '>', 0)
    .executeTakeFirstOrThrow()
  return row.n
}
