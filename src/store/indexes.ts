import { sql } from 'kysely'
import { holdLock } from './advisory-locks.ts'
import { ddl } from './migrations/ddl.ts'
import { migrations } from './migrations/index.ts'
import type { Engine, Store } from './store.ts'

export interface Index {
  readonly name: string
  readonly table: string
  /** Whether it also keeps rows from being there twice. */
  readonly unique: boolean
  readonly definition: string
}

const CREATE = /\bCREATE (UNIQUE )?INDEX (\w+) ON (\w+)/
const DROP = /\bDROP INDEX (?:IF EXISTS )?(\w+)/

/** The indexes that the migrations make, those apart that belong to a table's own declaration. */
export function declaredIndexes(engine: Engine): Index[] {
  const indexes = new Map<string, Index>()
  for (const definition of migrations.flatMap(({ statements }) => ddl(statements, engine))) {
    const [, unique, name, table] = CREATE.exec(definition) ?? []
    if (name !== undefined && table !== undefined)
      indexes.set(name, { name, table, unique: unique !== undefined, definition })
    else indexes.delete(DROP.exec(definition)?.[1] ?? '')
  }
  return [...indexes.values()]
}

/** Without an index answers are right but slow. A large import takes some away and puts them back when it ends. */
export async function missingIndexes(store: Store): Promise<Index[]> {
  const { rows } =
    store.engine === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'index'`.execute(store.read)
      : await sql<{ name: string }>`select indexname as name from pg_indexes
          where schemaname = current_schema()`.execute(store.read)
  const there = new Set(rows.map(({ name }) => name))
  return declaredIndexes(store.engine).filter(({ name }) => !there.has(name))
}

/** Builds what is missing, one transaction each, so that whoever is interrupted goes on. Returns their names. */
export async function buildMissingIndexes(store: Store): Promise<string[]> {
  const missing = await missingIndexes(store)
  for (const { definition } of missing) {
    const careful = definition.replace(CREATE, found => found.replace('INDEX ', 'INDEX IF NOT EXISTS '))
    await store.transaction(async tx => {
      // Two servers that start at the same time must not build the same one.
      await holdLock(tx, 'indexes')
      await sql.raw(careful).execute(tx)
    })
  }
  return missing.map(({ name }) => name)
}
