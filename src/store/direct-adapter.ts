import { SqliteAdapter } from 'kysely'

/**
 * The adapter of an engine that lies within this process and answers at once. A statement that is compiled already can be
 * run on it without passing through Kysely, whose promises cost more than a short statement itself.
 */
export abstract class DirectAdapter extends SqliteAdapter {
  abstract all(sql: string, parameters: readonly unknown[]): unknown[]
}
