import { SqliteAdapter } from 'kysely'

/**
 * Adapter of an in-process, synchronous engine. Compiled statements can run on it without Kysely, whose promises cost
 * more than a short statement.
 */
export abstract class DirectAdapter extends SqliteAdapter {
  /**
   * The drivers queue by themselves. Kysely's own queue would end a turn only when the connection is released, which is
   * after the flush to disk: transactions could not share a flush, and each would wait for the one before.
   */
  override get supportsMultipleConnections(): boolean {
    return true
  }

  abstract all(sql: string, parameters: readonly unknown[]): unknown[]
}
