import type { Reader } from '#store/store.ts'
import type { CheckedUnit } from '../checks/check.ts'
import type { CheckLookup, PastChange, SameString } from '../checks/lookup.ts'
import { ACTION, isContent } from './change-actions.ts'
import { splitForms } from './forms.ts'

/** What a lookup needs of every string of a project in one language. */
export interface LookupUnit {
  id: number
  component_id: number
  content_hash: string
  source: string
  target: string
  state: number
  created_at: number
  source_unit_id: number | null
}

const PAST = 50

/**
 * Answers for all strings of one language in one project. The strings are at hand, grouped once, because asking the
 * database about each of them would need an index over whole texts.
 */
export class ProjectLookup {
  readonly #now: Date
  readonly #byId: ReadonlyMap<number, LookupUnit>
  readonly #byContent: ReadonlyMap<string, LookupUnit[]>
  readonly #byTarget: ReadonlyMap<string, LookupUnit[]>
  readonly #propagating: ReadonlySet<number>
  /** Translated share of each component, from 0 to 1. */
  readonly #progress: ReadonlyMap<number, number>

  constructor(
    now: Date,
    units: readonly LookupUnit[],
    propagating: ReadonlySet<number>,
    progress: ReadonlyMap<number, number>,
  ) {
    this.#now = now
    this.#byId = new Map(units.map(unit => [unit.id, unit]))
    this.#byContent = Map.groupBy(units, unit => unit.content_hash)
    this.#byTarget = Map.groupBy(units, unit => unit.target)
    this.#propagating = propagating
    this.#progress = progress
  }

  /** For checks inside a transaction: one that waits for a second connection may wait for those who wait for it. */
  within(db: Reader): CheckLookup {
    return {
      now: this.#now,
      sameString: unit => this.#sameString(unit),
      sourcesWithSameTarget: unit => this.#sourcesWithSameTarget(unit),
      pastChanges: unit => pastChanges(db, unit),
      failingTranslations: unit => failingTranslations(db, unit),
      progress: unit => this.#progressOf(db, unit),
    }
  }

  async #sameString({ id }: CheckedUnit): Promise<SameString[]> {
    const own = this.#byId.get(id ?? -1)
    if (own === undefined || !this.#propagating.has(own.component_id)) return []
    return (this.#byContent.get(own.content_hash) ?? [])
      .filter(unit => unit.component_id !== own.component_id && this.#propagating.has(unit.component_id))
      .map(unit => ({ targets: splitForms(unit.target), state: unit.state }))
  }

  async #sourcesWithSameTarget({ id }: CheckedUnit): Promise<string[]> {
    const own = this.#byId.get(id ?? -1)
    if (own === undefined || !this.#propagating.has(own.component_id)) return []
    return (this.#byTarget.get(own.target) ?? [])
      .filter(unit => unit.id !== own.id && this.#propagating.has(unit.component_id))
      .map(unit => splitForms(unit.source)[0]!)
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

async function pastChanges(db: Reader, { id }: CheckedUnit): Promise<PastChange[]> {
  const rows = await db
    .selectFrom('translation_change')
    .select(['action', 'target', 'details'])
    .where('unit_id', '=', id ?? -1)
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')
    .limit(PAST)
    .execute()
  return rows.flatMap((row): PastChange[] => {
    const { state = 0 } = JSON.parse(row.details) as { state?: number }
    const targets = splitForms(row.target)
    if (row.action === ACTION.sourceChanged) return [{ kind: 'source changed', targets, state }]
    if (row.action === ACTION.markedForEdit) return [{ kind: 'marked for edit', targets, state }]
    return isContent(row.action) || row.action === ACTION.updatedInRepository
      ? [{ kind: 'target', targets, state }]
      : []
  })
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
