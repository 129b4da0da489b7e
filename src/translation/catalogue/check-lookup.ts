import { sql } from 'kysely'
import { prepared } from '#store/prepared.ts'
import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import type { CheckedUnit } from '../checks/checked-unit.ts'
import type { CheckLookup, PastChange, SameString, StringProgress } from '../checks/lookup.ts'
import { ACTION, CONTENT_ACTIONS } from './change-actions.ts'
import { splitForms } from './forms.ts'
import type { TranslationRow, UnitRow } from './rows.ts'

/** Strings related to a given one, enough of them for the checks to decide. */
interface RelatedStrings {
  sameString(unit: UnitRow): readonly SameString[]
  sourcesWithSameTarget(unit: UnitRow): readonly string[]
}

const MAX_CHANGES = 50
/** Actions that set a translation or request a new one; comments and others must not crowd them out. */
const TARGET_ACTIONS = [...CONTENT_ACTIONS, ACTION.updatedInRepository]

/** Answers the lookups of checks about strings of one language in a project. */
export class ProjectLookup {
  readonly #now: Date
  readonly #byId: ReadonlyMap<number, UnitRow>
  readonly #related: RelatedStrings
  /** The component of each translation, and the translated fraction of each component. */
  readonly #componentOf: ReadonlyMap<number, Pick<TranslationRow, 'component_id'>>
  readonly #progress: ReadonlyMap<number, number>

  constructor(
    now: Date,
    units: readonly UnitRow[],
    related: RelatedStrings,
    componentOf: ReadonlyMap<number, Pick<TranslationRow, 'component_id'>> = new Map(),
    progress: ReadonlyMap<number, number> = new Map(),
  ) {
    this.#now = now
    this.#byId = new Map(units.map(unit => [unit.id, unit]))
    this.#related = related
    this.#componentOf = componentOf
    this.#progress = progress
  }

  /** For checks inside a transaction. Waiting for a second connection there could deadlock. */
  within(db: Reader): CheckLookup {
    const own = ({ id }: CheckedUnit) => this.#byId.get(id ?? -1)
    // Of all strings, when a check first asks for those of one.
    let translations: Promise<ReadonlyMap<number, readonly SameState[]>> | null = null
    const translationsOf = async ({ id }: CheckedUnit) => {
      translations ??= translationsOfAll(db, [...this.#byId.keys()])
      return (await translations).get(id ?? -1) ?? []
    }
    return {
      now: this.#now,
      sameString: async unit => {
        const row = own(unit)
        return row === undefined ? [] : this.#related.sameString(row)
      },
      sourcesWithSameTarget: async unit => {
        const row = own(unit)
        return row === undefined ? [] : this.#related.sourcesWithSameTarget(row)
      },
      pastChanges: unit => this.#pastChanges(db, unit),
      failingTranslations: async unit => (await translationsOf(unit)).reduce((n, each) => n + each.failing, 0),
      progress: async unit => this.#progressOf(unit, await translationsOf(unit)),
    }
  }

  /** A change of the source text is in the history of the source string, but applies to all its translations. */
  async #pastChanges(db: Reader, { id }: CheckedUnit): Promise<PastChange[]> {
    const rows = await targetChanges(db, id ?? -1)
    // The case for most untranslated strings.
    if (rows.length === 0) return []
    const source = this.#byId.get(id ?? -1)?.source_unit_id ?? -1
    const [sourceChange] = await sourceChanges(db, source)
    const isNewer = (row: { timestamp: number; id: number }) =>
      sourceChange === undefined ||
      row.timestamp > sourceChange.timestamp ||
      (row.timestamp === sourceChange.timestamp && row.id > sourceChange.id)
    const since = rows.filter(isNewer).map(pastChange)
    return sourceChange === undefined ? since : [...since, { kind: 'source changed', targets: [], state: 0 }]
  }

  #progressOf({ id }: CheckedUnit, translations: readonly SameState[]): StringProgress {
    const own = this.#byId.get(id ?? -1)
    return {
      added: new Date((own?.created_at ?? 0) / 1000),
      states: translations.flatMap(({ state, count }) => Array.from({ length: count }, () => state)),
      componentTranslated:
        this.#progress.get(this.#componentOf.get(own?.translation_id ?? -1)?.component_id ?? -1) ?? 0,
    }
  }
}

/** The latest changes of a string, newest first. */
const latestChanges = (actions: readonly number[], most: number) =>
  prepared((db: Reader, unit: number) =>
    db
      .selectFrom('translation_change')
      .select(['id', 'timestamp', 'action', 'target', 'details'])
      .where('unit_id', '=', unit)
      .where('action', 'in', actions)
      .orderBy('timestamp', 'desc')
      .orderBy('id', 'desc')
      .limit(most),
  )

const targetChanges = latestChanges(TARGET_ACTIONS, MAX_CHANGES)
const sourceChanges = latestChanges([ACTION.sourceChanged], 1)

const KINDS = new Map<number, PastChange['kind']>([
  [ACTION.sourceChanged, 'source changed'],
  [ACTION.markedForEdit, 'marked for edit'],
])

function pastChange(row: Awaited<ReturnType<typeof targetChanges>>[number]): PastChange {
  const { state = 0 } = storedObject<{ state: number }>(row.details)
  return { kind: KINDS.get(row.action) ?? 'target', targets: splitForms(row.target), state }
}

/** Translations of a string that have the same state. */
interface SameState {
  readonly state: number
  readonly count: number
  readonly failing: number
}

const TRANSLATIONS = statement(db =>
  db
    .selectFrom('unit')
    .select(['source_unit_id', 'state'])
    .select(eb => eb.fn.countAll<number>().as('count'))
    .select(sql<number>`sum(case when failing_checks > 0 then 1 else 0 end)`.as('failing'))
    .whereRef('id', '<>', 'source_unit_id')
    .groupBy(['source_unit_id', 'state']),
)

async function translationsOfAll(
  db: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly SameState[]>> {
  const rows = await TRANSLATIONS.where('source_unit_id', 'in', ids).all(db)
  return Map.groupBy(rows, row => row.source_unit_id!)
}
