import { sql } from 'kysely'
import { firstUnknown, isFromBefore, LAST_BEFORE, SQUASHED } from './migrations/before-0.1.0.ts'
import { ddl } from './migrations/ddl.ts'
import { type Migration, migrations } from './migrations/index.ts'
import { holdLock } from './named-locks.ts'
import type { Reader, Store, Writer } from './store.ts'

/** Migrates the schema in one transaction and returns the names of the applied migrations. */
export async function migrate(store: Store): Promise<string[]> {
  const done = (await isUpToDate(store)) ? [] : await store.transaction(tx => migrateAlone(store, tx))
  guardSchema(store)
  return done
}

/** Stops the store from writing once a newer version has migrated the database. */
export const guardSchema = (store: Store): void => store.expectMigrations(migrations.length)

/** Avoids the migration lock, which waits for all writers and blocks them, if there is nothing to do. */
async function isUpToDate({ read }: Store): Promise<boolean> {
  // The table or the database may be missing; the following transaction finds out which.
  const applied = await appliedSteps(read).catch(() => null)
  return applied !== null && !isFromBefore(applied) && pendingAfter(applied).length === 0
}

async function migrateAlone(store: Store, tx: Writer): Promise<string[]> {
  await holdLock(tx, 'migrations')
  await sql`create table if not exists migration (name text primary key, applied_at text not null)`.execute(tx)
  const upgrade = await reachFirstRelease(store, tx)
  const pending = pendingAfter(await appliedSteps(tx))
  for (const migration of pending) await apply(store, tx, migration)
  return [...upgrade, ...pending.map(({ name }) => name)]
}

/** Brings a database from before version 0.1.0 to the schema of that version, and records it under its name. */
async function reachFirstRelease(store: Store, tx: Writer): Promise<string[]> {
  const applied = await appliedSteps(tx)
  rejectNewer(applied)
  if (!isFromBefore(applied)) return []
  const missing = SQUASHED.find(name => !applied.includes(name))
  if (missing !== undefined)
    throw new Error(
      `This database is too old to upgrade directly: it lacks the migration "${missing}". Upgrade it with a version from ` +
        'before 0.1.0 first.',
    )
  for (const migration of LAST_BEFORE) if (!applied.includes(migration.name)) await apply(store, tx, migration)
  const [first] = migrations
  await sql`delete from migration`.execute(tx)
  await record(tx, first!.name)
  return [first!.name]
}

async function appliedSteps(db: Reader | Writer): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(db)
  return rows.map(row => row.name)
}

function pendingAfter(applied: readonly string[]): Migration[] {
  rejectNewer(applied)
  const done = new Set(applied)
  return migrations.filter(migration => !done.has(migration.name))
}

async function apply(store: Store, tx: Writer, { name, statements }: Migration): Promise<void> {
  for (const statement of ddl(statements, store.engine)) {
    await sql
      .raw(statement)
      .execute(tx)
      .catch(cause => {
        throw new Error(`Migration ${name} failed at: ${statement.slice(0, 80)}`, { cause })
      })
  }
  await record(tx, name)
}

const record = (tx: Writer, name: string) =>
  sql`insert into migration (name, applied_at) values (${name}, ${new Date().toISOString()})`.execute(tx)

/** This version must not touch a database of a newer one. */
function rejectNewer(applied: readonly string[]): void {
  const unknown = firstUnknown(applied)
  if (unknown)
    throw new Error(
      `This database was written by a newer version of Parlance (it has the migration "${unknown}"). Update Parlance.`,
    )
}
