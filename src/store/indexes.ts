import { sql } from 'kysely'
import { holdLock } from './advisory-locks.ts'
import { isPostgres } from './engine.ts'
import { ddl } from './migrations/ddl.ts'
import { migrations } from './migrations/index.ts'
import type { Engine, Reader, Store, Writer } from './store.ts'

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
  const there = await indexesThere(store.read)
  return declaredIndexes(store.engine).filter(({ name }) => !there.has(name))
}

async function indexesThere(db: Reader | Writer): Promise<ReadonlySet<string>> {
  const { rows } = isPostgres(db)
    ? await sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = current_schema()`.execute(
        db,
      )
    : await sql<{ name: string }>`select name from sqlite_master where type = 'index'`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Builds what is missing, one transaction each, so that whoever is interrupted goes on. Returns the names of those that it has
 * built itself.
 */
export async function buildMissingIndexes(store: Store): Promise<string[]> {
  const built: string[] = []
  for (const { name, definition } of await missingIndexes(store))
    await store.transaction(async tx => {
      // Of two servers that start at the same time, the second finds here what the first has built meanwhile.
      await holdLock(tx, 'indexes')
      if ((await indexesThere(tx)).has(name)) return
      await sql.raw(definition).execute(tx)
      built.push(name)
    })
  return built
}
