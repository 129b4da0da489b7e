import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { isPostgres } from './engine.ts'
import { isFromBefore, LAST_BEFORE, SQUASHED } from './migrations/before-0.1.0.ts'
import { ddl } from './migrations/ddl.ts'
import type { Migration } from './migrations/index.ts'
import { holdLock } from './named-locks.ts'
import { type Release, THIS_RELEASE, versionNumber, versionText } from './release.ts'
import type { Reader, Store, Writer } from './store.ts'
import { isLockTimeout, isLostBeforeCommit } from './store-error.ts'

/** Everyone waits behind a migration that waits for a lock, so it gives up soon and tries again. */
const LOCK_MS = 2000
const PAUSE_MS = 1000
/** About a quarter of an hour. */
const MAX_ATTEMPTS = 300

/** Migrates the schema in one transaction and returns the names of the applied migrations. */
export async function migrate(store: Store, release: Release = THIS_RELEASE): Promise<string[]> {
  const done = (await isUpToDate(store, release)) ? [] : await migratePatiently(store, release)
  guardSchema(store, release)
  return done
}

/** The names of the migrations that the database lacks. */
export async function pendingMigrations({ primary }: Store, release: Release = THIS_RELEASE): Promise<string[]> {
  return pendingAfter(await appliedSteps(primary), release).map(({ name }) => name)
}

/** Stops the store from writing once a newer version has removed something that this one needs. */
export const guardSchema = (store: Store, { version }: Release = THIS_RELEASE): void =>
  store.expectVersion(versionNumber(version))

/** Avoids the migration lock, which waits for all writers and blocks them, if there is nothing to do. */
async function isUpToDate({ read }: Store, release: Release): Promise<boolean> {
  // The table or the database may be missing; the following transaction finds out which.
  const applied = await appliedSteps(read).catch(() => null)
  return applied !== null && !isFromBefore(namesOf(applied)) && pendingAfter(applied, release).length === 0
}

/** Waits for transactions of other servers without making everyone else wait for as long. */
async function migratePatiently(store: Store, release: Release): Promise<string[]> {
  for (let attempt = 1; ; attempt++)
    try {
      return await store.transaction(async tx => {
        if (isPostgres(tx)) await sql.raw(`set local lock_timeout = ${LOCK_MS}`).execute(tx)
        return migrateAlone(store, tx, release)
      })
    } catch (error) {
      const reasons = [error, (error as Error).cause]
      if (attempt >= MAX_ATTEMPTS || !reasons.some(each => isLockTimeout(each) || isLostBeforeCommit(each))) throw error
      await sleep(PAUSE_MS)
    }
}

async function migrateAlone(store: Store, tx: Writer, release: Release): Promise<string[]> {
  await holdLock(tx, 'migrations')
  await sql`create table if not exists migration (name text primary key, applied_at text not null)`.execute(tx)
  const upgrade = await reachFirstRelease(store, tx, release)
  const pending = pendingAfter(await appliedSteps(tx), release)
  for (const migration of pending) await apply(store, tx, migration)
  return [...upgrade, ...pending.map(({ name }) => name)]
}

/** Brings a database from before version 0.1.0 to the schema of that version, and records it under its name. */
async function reachFirstRelease(store: Store, tx: Writer, release: Release): Promise<string[]> {
  const steps = await appliedSteps(tx)
  rejectNewer(steps, release)
  const applied = namesOf(steps)
  if (!isFromBefore(applied)) return []
  const missing = SQUASHED.find(name => !applied.includes(name))
  if (missing !== undefined)
    throw new Error(
      `This database is too old to upgrade directly: it lacks the migration "${missing}". Upgrade it with a version from ` +
        'before 0.1.0 first.',
    )
  for (const migration of LAST_BEFORE) if (!applied.includes(migration.name)) await apply(store, tx, migration)
  const [first] = release.migrations
  await sql`delete from migration`.execute(tx)
  await record(tx, first!)
  return [first!.name]
}

interface AppliedMigration {
  readonly name: string
  /** Missing in a database of version 0.1.0. */
  readonly oldest_version?: number
}

async function appliedSteps(db: Reader | Writer): Promise<AppliedMigration[]> {
  return (await sql<AppliedMigration>`select * from migration order by name`.execute(db)).rows
}

const namesOf = (applied: readonly AppliedMigration[]): string[] => applied.map(({ name }) => name)

function pendingAfter(applied: readonly AppliedMigration[], release: Release): Migration[] {
  rejectNewer(applied, release)
  const done = new Set(namesOf(applied))
  return release.migrations.filter(migration => !done.has(migration.name))
}

async function apply(store: Store, tx: Writer, migration: Migration): Promise<void> {
  const { name, statements } = migration
  for (const statement of ddl(statements, store.engine)) {
    await sql
      .raw(statement)
      .execute(tx)
      .catch(cause => {
        throw new Error(`Migration ${name} failed at: ${statement.slice(0, 80)}`, { cause })
      })
  }
  await record(tx, migration)
}

async function record(tx: Writer, { name, oldestVersion }: Migration): Promise<void> {
  await sql`insert into migration (name, applied_at) values (${name}, ${new Date().toISOString()})`.execute(tx)
  // The column is younger than the first migrations.
  if (oldestVersion !== undefined)
    await sql`update migration set oldest_version = ${versionNumber(oldestVersion)} where name = ${name}`.execute(tx)
}

/** A version must not touch a database that lacks something it needs. What a newer one has added does no harm. */
function rejectNewer(applied: readonly AppliedMigration[], { version }: Release): void {
  const own = versionNumber(version)
  const newer = applied.find(({ oldest_version = 0 }) => oldest_version > own)
  if (newer)
    throw new Error(
      `This database was written by a newer version of Parlance (its migration "${newer.name}" needs version ` +
        `${versionText(newer.oldest_version!)} or later). Update Parlance.`,
    )
}
