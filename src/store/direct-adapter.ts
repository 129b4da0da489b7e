import { SqliteAdapter } from 'kysely'

/**
 * Adapter of an in-process, synchronous engine. Compiled statements can run on it without Kysely, whose promises cost
 * more than a short statement.
 */
export abstract class DirectAdapter extends SqliteAdapter {
  /**
   * The drivers have their own queue. Kysely's would not start the next transaction until the connection is released,
   * after the flush to disk, so transactions could never share a flush.
   */
  override get supportsMultipleConnections(): boolean {
    return true
  }

  abstract all(sql: string, parameters: readonly unknown[]): unknown[]
}
