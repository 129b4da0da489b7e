import { StoreUnavailable } from './store-error.ts'

export const COUNT_MIGRATIONS = 'select count(*) as steps from migration'

/** Errors about missing tables or columns: a bug, or a schema that a newer version has migrated. */
const SCHEMA_ERRORS = /^(42[0-9A-Z]{3}|SQLITE_ERROR)$/

/** Prevents writes to a database that a newer version has migrated. Inactive until `expect` is called. */
export class SchemaGuard {
  #expected: number | null = null

  get isOn(): boolean {
    return this.#expected !== null
  }

  /** Sets the number of migrations that this version knows. */
  expect(migrations: number): void {
    this.#expected = migrations
  }

  /** Call while the transaction holds a lock that prevents migrations. */
  refuseNewer(steps: number): void {
    if (this.#isNewer(steps)) throw new StoreUnavailable('outdated', null)
  }

  /** Whether a statement may have failed because of a newer schema. */
  maySuspect(error: unknown): boolean {
    if (!this.isOn || error instanceof StoreUnavailable) return false
    return SCHEMA_ERRORS.test(String((error as { code?: unknown } | null)?.code))
  }

  /** The actual error for such a statement, given the number of applied migrations. */
  explain(error: unknown, steps: number): unknown {
    return this.#isNewer(steps) ? new StoreUnavailable('newer', error) : error
  }

  #isNewer(steps: number): boolean {
    return this.#expected !== null && steps > this.#expected
  }
}
