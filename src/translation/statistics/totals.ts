import { type ChainStep, StatementChain } from '#store/statement-chain.ts'
import type { Writer } from '#store/store.ts'
import { COUNTERS, type Counters } from './counters.ts'
import { newestChange } from './newest-change.ts'
import { type Scope, scopeKey } from './places.ts'

/** The summed columns of a total. */
export const SUMMED = ['translations', ...COUNTERS, 'recent_changes'] as const

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

  /** Always in the same order, to avoid deadlocks on PostgreSQL. `entry` is written in the same statement. */
  async write(tx: Writer, entry: ChainStep | null = null): Promise<void> {
    const changes = [...this.#changes.values()]
      .filter(({ sums, lastChange, left }) => left || lastChange !== null || Object.values(sums).some(sum => sum !== 0))
      .sort((a, b) => compare(a.scope, b.scope))
    this.#changes.clear()
    let chain = new StatementChain({ isLast: true })
    if (entry !== null) chain.add(entry)
    for (let i = 0; i < changes.length; i += ROWS_AT_ONCE) {
      chain.add(additionOf(changes.slice(i, i + ROWS_AT_ONCE)))
      await chain.finish(tx)
      chain = new StatementChain({ isLast: true })
    }
    if (changes.length === 0 && entry !== null) await chain.finish(tx)
    const lessened = changes.filter(({ left }) => left).map(({ scope }) => scope)
    for (const scope of lessened) await removeEmpty(tx, scope)
    // Narrow totals first: projects depend on their languages and the site on all languages.
    for (const scope of lessened.sort((a, b) => breadth(a) - breadth(b))) await newestChange(tx, scope)
  }
}

const breadth = ({ kind }: Scope): number => (kind === 'site' || kind === 'project' || kind === 'category' ? 1 : 0)

const compare = (a: Scope, b: Scope): number =>
  a.kind === b.kind ? a.id - b.id || a.language_id - b.language_id : a.kind < b.kind ? -1 : 1

const LATER = `last_change = case
  when translation_total.last_change is null or excluded.last_change > translation_total.last_change
  then excluded.last_change else translation_total.last_change end`

function additionOf(changes: readonly Change[]): ChainStep {
  const names = SUMMED.filter(name => changes.some(({ sums }) => (sums[name] ?? 0) !== 0))
  const isTimed = names.length === 0 || changes.some(({ lastChange }) => lastChange !== null)
  const columns = ['kind', 'id', 'language_id', ...names, 'last_change']
  return {
    key: `totals ${names.join()} ${changes.length} ${isTimed}`,
    values: changes.flatMap(({ scope: { kind, id, language_id }, sums, lastChange }) => [
      ...[kind, id, language_id],
      ...names.map(name => sums[name] ?? 0),
      lastChange,
    ]),
    isSilent: true,
    text: cell => {
      const rows = changes.map(
        (_, row) => `(${columns.map((name, at) => cell(row * columns.length + at, name !== 'kind')).join()})`,
      )
      const updates = names.map(name => `${name} = translation_total.${name} + excluded.${name}`)
      return `insert into translation_total (${columns.join()}) values ${rows.join()}
        on conflict (kind, id, language_id) do update set ${[...updates, ...(isTimed ? [LATER] : [])].join()}`
    },
  }
}

async function removeEmpty(tx: Writer, { kind, id, language_id }: Scope): Promise<void> {
  await tx
    .deleteFrom('translation_total')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('language_id', '=', language_id)
    .where('translations', '=', 0)
    .execute()
}
