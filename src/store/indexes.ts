import { sql } from 'kysely'
import { isPostgres } from './engine.ts'
import { isEmpty } from './is-empty.ts'
import { ddl } from './migrations/ddl.ts'
import { migrations } from './migrations/index.ts'
import { holdLock } from './named-locks.ts'
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

/** Drops the indexes of those tables that are still empty; unique ones stay. */
export async function dropIndexes(store: Store, tables: readonly string[]): Promise<void> {
  const missing = new Set((await missingIndexes(store)).map(({ name }) => name))
  const there = declaredIndexes(store.engine).filter(({ name, unique }) => !unique && !missing.has(name))
  const drop = async (tx: Writer, table: string) => {
    if (!(await isEmpty(tx, table))) return
    for (const index of there) if (index.table === table) await sql`drop index ${sql.ref(index.name)}`.execute(tx)
  }
  // PostgreSQL keeps readers away from each table meanwhile. Whoever has several of them waits for readers who have one and want another.
  if (store.engine === 'postgres') for (const table of tables) await store.transaction(tx => drop(tx, table))
  else
    await store.transaction(async tx => {
      for (const table of tables) await drop(tx, table)
    })
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
