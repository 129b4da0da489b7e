import type { Selectable } from 'kysely'
import { limitWaiting } from '#store/commit-soon.ts'
import { Gone } from '#store/gone.ts'
import { lockRows } from '#store/lock-rows.ts'
import { AloneNeeded, type Hold } from '#store/named-locks.ts'
import { prepared } from '#store/prepared.ts'
import { runLater } from '#store/run-later.ts'
import { StatementTexts } from '#store/run-text.ts'
import type { ChainStep } from '#store/statement-chain.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { COUNTERS, type CountedUnit, type Counters, count, noCounters } from './counters.ts'
import { type CountedPlace, countedPlace, countedPlaceLater, type Scope, scopeKey, scopesOf } from './places.ts'
import { type ContentChanges, expiredChanges, movedWindow, windowBegin } from './recent-changes.ts'
import { type Difference, TotalChanges } from './totals.ts'

type TranslationRow = Selectable<Database['translation']>

/** A translation that was just completed. */
export type Completed = Pick<TranslationRow, 'id' | 'project_id' | 'component_id' | 'language_id'>

interface Pending {
  counters: Counters
  content: ContentChanges | null
}

/**
 * Collects counter changes during a transaction. At its end, each translation's counters and each affected total are
 * written once, however many strings changed.
 */
export class CounterChanges {
  readonly #pending = new Map<number, Pending>()
  readonly #totals = new TotalChanges()
  readonly #places = new Map<number, CountedPlace | null>()
  readonly #hold: Hold

  constructor(hold: Hold) {
    this.#hold = hold
  }

  /** `before` is null for a new unit, `after` for a removed one; `times` identical units are passed as one (see `count`). */
  add(before: CountedUnit | null, after: CountedUnit | null, times = 1): void {
    if (before) count(this.#of(before.translation_id).counters, before, -1, times)
    if (after) count(this.#of(after.translation_id).counters, after, 1, times)
  }

  /** Records content changes that are already in the change table. */
  addContentChanges(translation: number, at: number, author: number | null): void {
    const pending = this.#of(translation)
    pending.content = { at, times: (pending.content?.times ?? 0) + 1, author }
  }

  async addTranslation(tx: Writer, row: TranslationRow): Promise<void> {
    await this.#count(tx, row, { translations: 1 }, null)
  }

  /** Adds a translation whose row already has its counters. */
  async addStoredTranslation(tx: Writer, row: TranslationRow): Promise<void> {
    await this.#count(tx, row, amounts(row), row.last_change)
  }

  /** Call before deleting or moving anything with counters: a concurrent edit would be counted in the old place. */
  demandAlone(): void {
    if (this.#hold !== 'alone') throw new AloneNeeded()
  }

  /** Call with the stored rows, after deleting them and before changing their component. */
  async removeTranslations(tx: Writer, rows: readonly TranslationRow[]): Promise<void> {
    for (const row of rows) {
      this.#pending.delete(row.id)
      await this.#count(tx, row, amounts(row), null, -1)
    }
  }

  /**
   * Runs `change`, which moves components to another project or category or changes their sharing, and moves their
   * counters.
   */
  async relocate<T>(tx: Writer, components: readonly number[], change: () => Promise<T>): Promise<T> {
    this.demandAlone()
    const before = new Map<number, CountedPlace | null>()
    for (const id of components) before.set(id, await countedPlace(tx, id))
    const result = await change()
    for (const [id, from] of before) {
      const to = await countedPlace(tx, id)
      this.#places.set(id, to)
      if (from === null || to === null) continue
      const rows = await tx.selectFrom('translation').selectAll().where('component_id', '=', id).orderBy('id').execute()
      for (const row of rows) {
        const [old, fresh] = [scopesOf(from, row.language_id), scopesOf(to, row.language_id)]
        this.#totals.add(without(old, fresh), amounts(row), null, -1)
        this.#totals.add(without(fresh, old), amounts(row), row.last_change)
      }
    }
    return result
  }

  /** Writes the counters of translations, in ID order to avoid deadlocks, and returns those that became complete. */
  async write(tx: Writer): Promise<Completed[]> {
    const written: { row: Stored; difference: Difference; lastChange: number | null }[] = []
    for (const id of [...this.#pending.keys()].sort((a, b) => a - b)) {
      const pending = this.#pending.get(id)!
      if (!changesAnything(pending)) continue
      const placeOf = this.#places.size === 0 ? await countedPlaceLater(tx, id) : null
      const result = await writeTranslation(tx, id, pending)
      const { component_id } = result.row
      if (placeOf !== null) this.#places.set(component_id, await placeOf(component_id))
      written.push(result)
    }
    this.#pending.clear()
    for (const { row, difference, lastChange } of written.sort((a, b) => a.row.component_id - b.row.component_id))
      await this.#count(tx, row, difference, lastChange)
    return written.filter(isCompleted).map(({ row }) => row)
  }

  /** Call last in the transaction: most changes of a site count in the same totals. Also writes the log entry. */
  async writeTotals(tx: Writer, entry: ChainStep | null = null): Promise<void> {
    await this.#totals.write(tx, entry)
  }

  async #count(
    tx: Writer,
    { component_id, language_id }: Pick<TranslationRow, 'component_id' | 'language_id'>,
    difference: Difference,
    lastChange: number | null,
    sign: 1 | -1 = 1,
  ): Promise<void> {
    if (!this.#places.has(component_id)) this.#places.set(component_id, await countedPlace(tx, component_id))
    const place = this.#places.get(component_id)
    if (!place) throw new Gone('component')
    this.#totals.add(scopesOf(place, language_id), difference, lastChange, sign)
  }

  #of(translation: number): Pending {
    let pending = this.#pending.get(translation)
    if (pending === undefined) {
      pending = { counters: noCounters(), content: null }
      this.#pending.set(translation, pending)
    }
    return pending
  }
}

const amounts = (row: TranslationRow): Difference => ({
  translations: 1,
  recent_changes: row.recent_changes,
  ...Object.fromEntries(COUNTERS.map(name => [name, row[name]])),
})

const without = (scopes: readonly Scope[], others: readonly Scope[]): Scope[] => {
  const keys = new Set(others.map(scopeKey))
  return scopes.filter(scope => !keys.has(scopeKey(scope)))
}

/** A language that is imported already complete does not count. */
function isCompleted({ row, difference }: { row: Stored; difference: Difference }): boolean {
  const { is_source, total, translated } = row
  const before = { total: total - (difference.total ?? 0), translated: translated - (difference.translated ?? 0) }
  return is_source === 0 && total > 0 && translated === total && before.total > before.translated
}

const STORED = [
  ...(['id', 'project_id', 'component_id', 'language_id', 'last_change', 'recent_changes'] as const),
  ...(['is_source', 'total', 'translated'] as const),
] as const
type Stored = Pick<TranslationRow, (typeof STORED)[number]>

const changesAnything = ({ counters, content }: Pending): boolean =>
  content !== null || COUNTERS.some(name => counters[name] !== 0)

/** Writes one translation's counters. */
async function writeTranslation(tx: Writer, id: number, { counters, content }: Pending) {
  const changed = COUNTERS.filter(name => counters[name] !== 0)
  const before = await lockTranslation(tx, id, content)
  if (before === undefined) throw new Gone('translation')
  const window = content === null ? null : movedWindow(before, content)
  const isMoved = window?.last_change !== before.last_change || window.recent_changes !== before.recent_changes
  if (changed.length > 0 || (window !== null && isMoved))
    await updateTranslation(
      tx,
      id,
      Object.fromEntries(changed.map(name => [name, counters[name]])),
      window !== null && isMoved
        ? { ...window, ...(window.last_change === content?.at && { last_author_id: content?.author ?? null }) }
        : {},
    )
  const difference: Difference = Object.fromEntries(changed.map(name => [name, counters[name]]))
  const { expired: _, waits: __, ...stored } = before
  const row: Stored = {
    ...stored,
    ...window,
    total: before.total + counters.total,
    translated: before.translated + counters.translated,
  }
  if (window === null) return { row, difference, lastChange: null }
  return {
    row,
    difference: { ...difference, recent_changes: window.recent_changes - before.recent_changes },
    lastChange: window.last_change,
  }
}

const texts = new StatementTexts()

async function updateTranslation(
  tx: Writer,
  id: number,
  added: Readonly<Record<string, number>>,
  set: Readonly<Record<string, number | null>>,
): Promise<void> {
  const [counters, columns] = [Object.keys(added), Object.keys(set)]
  const text = texts.get(tx, `${counters.join()} ${columns.join()}`, mark => {
    const sums = counters.map((name, at) => `${name} = ${name} + ${mark(at + 1, true)}`)
    const values = columns.map((name, at) => `${name} = ${mark(counters.length + at + 1, true)}`)
    return `update translation set ${[...sums, ...values].join()} where id = ${mark(sums.length + values.length + 1)}`
  })
  await runLater(tx, text, [...Object.values(added), ...Object.values(set), id])
}

/** The row, with the number of changes that leave the window when it moves to a new change. */
const lockTranslation = async (tx: Writer, id: number, content: ContentChanges | null) => {
  if (content !== null) return (await lockMoving(tx, id, windowBegin(content.at)))[0]
  const [row] = await lockStored(tx, id)
  return row && { ...row, expired: 0 }
}

/** Everyone who works on this translation needs the row. */
const storedRow = (tx: Reader, id: number) =>
  tx.selectFrom('translation').select(STORED).select(limitWaiting(tx).as('waits')).where('id', '=', id)

const lockStored = prepared((tx: Reader, id: number) => lockRows(tx, storedRow(tx, id)))

const lockMoving = prepared((tx: Reader, id: number, begin: number) =>
  lockRows(
    tx,
    storedRow(tx, id).select(eb => expiredChanges(eb, begin).$asScalar().as('expired')),
  ),
)
