import { StoreUnavailable } from './store-error.ts'

/** How many migrations the database has had. */
export const COUNT_MIGRATIONS = 'select count(*) as steps from migration'

/** What the engines say about a column or a table that is not there: a mistake, or the work of a newer program. */
const MISFITS = /^(42[0-9A-Z]{3}|SQLITE_ERROR)$/

/** Keeps a program from writing to a database that a newer one has migrated. It guards nothing until it knows what to expect. */
export class SchemaGuard {
  #known: number | null = null

  get isOn(): boolean {
    return this.#known !== null
  }

  /** From now on the database must have had no more migrations than these. */
  expect(known: number): void {
    this.#known = known
  }

  /** To be called where no migration can happen before the transaction ends. */
  refuseNewer(steps: number): void {
    if (this.#isNewer(steps)) throw new StoreUnavailable('outdated', null)
  }

  /** Whether a statement may have failed because the schema is newer than it expects. */
  maySuspect(error: unknown): boolean {
    if (!this.isOn || error instanceof StoreUnavailable) return false
    return MISFITS.test(String((error as { code?: unknown } | null)?.code))
  }

  /** The error of such a statement, once it is known how many migrations there were. */
  explain(error: unknown, steps: number): unknown {
    return this.#isNewer(steps) ? new StoreUnavailable('newer', error) : error
  }

  #isNewer(steps: number): boolean {
    return this.#known !== null && steps > this.#known
  }
}
