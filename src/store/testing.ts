// For tests: a fresh, migrated database on each engine.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe } from 'node:test'
import pg from 'pg'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres/open.ts'
import { openSqlite } from './sqlite/open.ts'
import type { Engine, Store } from './store.ts'

export const NO_POSTGRES =
  'PostgreSQL is not tested: PARLANCE_TEST_POSTGRES does not name a server (for example postgres://postgres@127.0.0.1/test)'

const cleanups: (() => Promise<void> | void)[] = []
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

/** A temporary folder that goes away with the test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Address of a new, empty schema on the test server; dropped after the test file. */
export async function temporaryPostgres(): Promise<string> {
  const server = process.env.PARLANCE_TEST_POSTGRES!
  const schema = `parlance_${process.pid}_${Math.random().toString(36).slice(2)}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`create schema ${schema}`)
  cleanups.push(() => run(`drop schema ${schema} cascade`))
  const url = new URL(server)
  // No test pulls the plug of the database server, so its commits need not wait for the disk.
  url.searchParams.set('options', `-c search_path=${schema} -c synchronous_commit=off`)
  return url.href
}

export async function temporaryStore(engine: Engine): Promise<Store> {
  const store =
    engine === 'sqlite'
      ? openSqlite(path.join(temporaryFolder(), 'test.db'))
      : openPostgres(await temporaryPostgres(), 4)
  cleanups.push(() => store.close())
  await migrate(store)
  return store
}

/** Runs the same tests on SQLite and on PostgreSQL; without a PostgreSQL server that half says that it is skipped. */
export function onEachEngine(name: string, tests: (openStore: () => Promise<Store>, engine: Engine) => void): void {
  describe(`${name} on SQLite`, () => tests(() => temporaryStore('sqlite'), 'sqlite'))
  const skip = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES
  describe(`${name} on PostgreSQL`, { skip }, () => tests(() => temporaryStore('postgres'), 'postgres'))
}
