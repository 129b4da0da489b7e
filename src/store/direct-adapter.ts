import { SqliteAdapter } from 'kysely'

/**
 * Adapter of an in-process, synchronous engine. Compiled statements can run on it without Kysely, whose promises cost
 * more than a short statement.
 */
export abstract class DirectAdapter extends SqliteAdapter {
  abstract all(sql: string, parameters: readonly unknown[]): unknown[]
}
