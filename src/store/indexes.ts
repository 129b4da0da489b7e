import { sql } from 'kysely'
import { isPostgres } from './engine.ts'
import { isEmpty } from './is-empty.ts'
import { firstUnknown } from './migrations/before-0.1.0.ts'
import { ddl } from './migrations/ddl.ts'
import { migrations } from './migrations/index.ts'
import { holdLock } from './named-locks.ts'
import type { Engine, Reader, Store, Writer } from './store.ts'

export interface Index {
  readonly name: string
  readonly table: string
  readonly unique: boolean
  readonly definition: string
}

const CREATE = /\bCREATE (UNIQUE )?INDEX (\w+) ON (\w+)/
const DROP = /\bDROP INDEX (?:IF EXISTS )?(\w+)/

/** The indexes that the migrations create, except those implied by table constraints. */
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

/**
 * A large import drops some indexes and rebuilds them at the end; an interrupted one leaves them missing. Once a newer
 * version has migrated the database, only that version knows which ones it should have.
 */
export async function missingIndexes(store: Store): Promise<Index[]> {
  const applied = await sql<{ name: string }>`select name from migration`.execute(store.read)
  if (firstUnknown(applied.rows.map(({ name }) => name)) !== undefined) return []
  const existing = await existingIndexes(store.read)
  return declaredIndexes(store.engine).filter(({ name }) => !existing.has(name))
}

async function existingIndexes(db: Reader | Writer): Promise<ReadonlySet<string>> {
  const { rows } = isPostgres(db)
    ? await sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = current_schema()`.execute(
        db,
      )
    : await sql<{ name: string }>`select name from sqlite_master where type = 'index'`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** Drops the non-unique indexes of empty tables. */
export async function dropIndexes(store: Store, tables: readonly string[]): Promise<void> {
  const missing = new Set((await missingIndexes(store)).map(({ name }) => name))
  const droppable = declaredIndexes(store.engine).filter(({ name, unique }) => !unique && !missing.has(name))
  const drop = async (tx: Writer, table: string) => {
    if (!(await isEmpty(tx, table))) return
    for (const index of droppable) if (index.table === table) await sql`drop index ${sql.ref(index.name)}`.execute(tx)
  }
  // Dropping an index locks out readers on PostgreSQL. Locking several tables at once could deadlock with a reader.
  if (store.engine === 'postgres') for (const table of tables) await store.transaction(tx => drop(tx, table))
  else
    await store.transaction(async tx => {
      for (const table of tables) await drop(tx, table)
    })
}

/**
 * Rebuilds missing indexes, one per transaction, so that it can resume after an interruption. Returns the names of the
 * indexes that this call has built.
 */
export async function buildMissingIndexes(store: Store): Promise<string[]> {
  const built: string[] = []
  for (const { name, definition } of await missingIndexes(store))
    await store.transaction(async tx => {
      // Another server that started at the same time may have built it in the meantime.
      await holdLock(tx, 'indexes')
      if ((await existingIndexes(tx)).has(name)) return
      // An index of words is built in parts of this size, which are merged afterwards.
      if (isPostgres(tx)) await sql`set local maintenance_work_mem = '256MB'`.execute(tx)
      await sql.raw(definition).execute(tx)
      built.push(name)
    })
  return built
}

/**
 * After many rows were added: PostgreSQL plans queries by statistics that it collects a minute later. Until then, it
 * would read whole tables that it takes for small ones. SQLite plans by the schema.
 */
export async function updatePlannerStatistics(tx: Writer, tables: readonly string[]): Promise<void> {
  if (isPostgres(tx)) await sql`analyze ${sql.join(tables.map(table => sql.table(table)))}`.execute(tx)
}
