import { sql } from 'kysely'
import { ddl } from './migrations/ddl.ts'
import { type Migration, migrations } from './migrations/index.ts'
import { holdLock } from './named-locks.ts'
import type { Store, Writer } from './store.ts'

/** Brings the schema up to date, all or nothing, and returns the names of the steps that ran. */
export async function migrate(store: Store): Promise<string[]> {
  return store.transaction(async tx => {
    await holdLock(tx, 'migrations')
    await sql`create table if not exists migration (name text primary key, applied_at text not null)`.execute(tx)
    const done = await sql<{ name: string }>`select name from migration order by name`.execute(tx)
    const applied = new Set(done.rows.map(row => row.name))
    refuseFuture([...applied])
    const pending = migrations.filter(migration => !applied.has(migration.name))
    for (const migration of pending) await apply(store, tx, migration)
    return pending.map(migration => migration.name)
  })
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
  await sql`insert into migration (name, applied_at) values (${name}, ${new Date().toISOString()})`.execute(tx)
}

/** A database written by a newer Parlance must not be touched by this one. */
function refuseFuture(applied: readonly string[]): void {
  const known = new Set(migrations.map(migration => migration.name))
  const unknown = applied.find(name => !known.has(name))
  if (unknown)
    throw new Error(
      `This database was written by a newer Parlance (it knows the step "${unknown}"). Update the program.`,
    )
}
