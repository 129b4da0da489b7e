import { StoreUnavailable } from './store-error.ts'

/** Reads a `SchemaState`. */
export const SCHEMA_STATE =
  'select coalesce(max(oldest_version), 0) as oldest_version, count(*) as applied from migration'

export interface SchemaState {
  /** The oldest version that can use the database, as a number. */
  readonly oldest_version: number
  /** The number of applied migrations. */
  readonly applied: number
}

/** Errors about missing tables or columns: a bug, or a schema that a newer version has migrated. */
const SCHEMA_ERRORS = /^(42[0-9A-Z]{3}|SQLITE_ERROR)$/

/**
 * Prevents writes to a database from which a newer version has removed something that this version needs. Inactive
 * until `expect` is called.
 */
export class SchemaGuard {
  #version: number | null = null

  get isOn(): boolean {
    return this.#version !== null
  }

  /** Sets the version of this program, as a number. */
  expect(version: number): void {
    this.#version = version
  }

  /** Call while the transaction holds a lock that prevents migrations. */
  refuseNewer(state: SchemaState): void {
    if (this.#isTooNew(state)) throw new StoreUnavailable('outdated', null)
  }

  /** Whether a statement may have failed because of a newer schema. */
  maySuspect(error: unknown): boolean {
    if (!this.isOn || error instanceof StoreUnavailable) return false
    return SCHEMA_ERRORS.test(String((error as { code?: unknown } | null)?.code))
  }

  /** The actual error for such a statement. */
  explain(error: unknown, state: SchemaState): unknown {
    return this.#isTooNew(state) ? new StoreUnavailable('newer', error) : error
  }

  #isTooNew({ oldest_version }: SchemaState): boolean {
    return this.#version !== null && oldest_version > this.#version
  }
}
