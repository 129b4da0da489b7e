import { type ExpressionBuilder, sql } from 'kysely'
import type { Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { COUNTERS, type Counters } from './counters.ts'
import { newestChange } from './newest-change.ts'
import { type Scope, scopeKey } from './places.ts'

/** The summed columns of a total. */
export const SUMMED = ['translations', ...COUNTERS, 'recent_changes'] as const
type Summed = (typeof SUMMED)[number]

/** Changes to totals; missing fields stay the same. */
export type Difference = Partial<Counters & { translations: number; recent_changes: number }>

interface Change {
  scope: Scope
  sums: Record<string, number>
  lastChange: number | null
  /** A translation was removed, so the last change must be recomputed. */
  left: boolean
}

const ROWS_AT_ONCE = 200

/** Collects changes to totals during a transaction and writes each total once at its end. */
export class TotalChanges {
  readonly #changes = new Map<string, Change>()

  add(scopes: readonly Scope[], difference: Difference, lastChange: number | null, sign: 1 | -1 = 1): void {
    for (const scope of scopes) {
      const change = this.#of(scope)
      for (const [name, delta] of Object.entries(difference))
        change.sums[name] = (change.sums[name] ?? 0) + sign * delta
      if (sign < 0) change.left = true
      else if (lastChange !== null && lastChange > (change.lastChange ?? Number.NEGATIVE_INFINITY))
        change.lastChange = lastChange
    }
  }

  #of(scope: Scope): Change {
    const key = scopeKey(scope)
    const pending = this.#changes.get(key)
    if (pending !== undefined) return pending
    const fresh = { scope, sums: {}, lastChange: null, left: false }
    this.#changes.set(key, fresh)
    return fresh
  }

  /** Always in the same order, to avoid deadlocks on PostgreSQL. */
  async write(tx: Writer): Promise<void> {
    const changes = [...this.#changes.values()]
      .filter(({ sums, lastChange, left }) => left || lastChange !== null || Object.values(sums).some(sum => sum !== 0))
      .sort((a, b) => compare(a.scope, b.scope))
    this.#changes.clear()
    for (let i = 0; i < changes.length; i += ROWS_AT_ONCE) await addTo(tx, changes.slice(i, i + ROWS_AT_ONCE))
    const lessened = changes.filter(({ left }) => left).map(({ scope }) => scope)
    for (const scope of lessened) await removeEmpty(tx, scope)
    // Narrow totals first: projects depend on their languages and the site on all languages.
    for (const scope of lessened.sort((a, b) => breadth(a) - breadth(b))) await newestChange(tx, scope)
  }
}

const breadth = ({ kind }: Scope): number => (kind === 'site' || kind === 'project' || kind === 'category' ? 1 : 0)

const compare = (a: Scope, b: Scope): number =>
  a.kind === b.kind ? a.id - b.id || a.language_id - b.language_id : a.kind < b.kind ? -1 : 1

async function addTo(tx: Writer, changes: readonly Change[]): Promise<void> {
  const names = SUMMED.filter(name => changes.some(({ sums }) => (sums[name] ?? 0) !== 0))
  const timed = changes.some(({ lastChange }) => lastChange !== null)
  const rows = changes.map(({ scope, sums, lastChange }) => ({
    ...scope,
    ...Object.fromEntries(names.map(name => [name, sums[name] ?? 0])),
    last_change: lastChange,
  }))
  await tx
    .insertInto('translation_total')
    .values(rows)
    .onConflict(conflict =>
      conflict.columns(['kind', 'id', 'language_id']).doUpdateSet(eb => ({
        ...Object.fromEntries(names.map(name => [name, sum(eb, name)])),
        ...((timed || names.length === 0) && { last_change: later }),
      })),
    )
    .execute()
}

type Conflict = ExpressionBuilder<
  Database & { excluded: Database['translation_total'] },
  'translation_total' | 'excluded'
>

const sum = (eb: Conflict, name: Summed) => eb(`translation_total.${name}`, '+', eb.ref(`excluded.${name}`))

const later = sql<number | null>`case
  when translation_total.last_change is null or excluded.last_change > translation_total.last_change
  then excluded.last_change else translation_total.last_change end`

async function removeEmpty(tx: Writer, { kind, id, language_id }: Scope): Promise<void> {
  await tx
    .deleteFrom('translation_total')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('language_id', '=', language_id)
    .where('translations', '=', 0)
    .execute()
}
