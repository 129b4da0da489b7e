// Test helpers: a fresh, migrated database on each engine.
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe } from 'node:test'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres/open.ts'
import { openSqlite } from './sqlite/open.ts'
import type { Engine, Store } from './store.ts'
import {
  copyPostgres,
  copySqlite,
  dropPostgres,
  freshName,
  makePostgresTemplate,
  makeSqliteTemplate,
  onTestServer,
  POSTGRES_TEMPLATE,
  SQLITE_TEMPLATE,
  testDatabaseUrl,
} from './testing-template.ts'

export const NO_POSTGRES =
  'PostgreSQL is not tested: set PARLANCE_TEST_POSTGRES to a server, for example postgres://postgres@127.0.0.1/test'

const cleanups: (() => Promise<void> | void)[] = []
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

/** A temporary folder that is removed after the test file. */
export function temporaryFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(path.join(parent, 'parlance-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** URL of a new, empty schema on the test server. Dropped after the test file. */
export async function temporaryPostgres(): Promise<string> {
  const schema = freshName('parlance')
  await onTestServer(`create schema ${schema}`)
  cleanups.push(() => onTestServer(`drop schema ${schema} cascade`))
  return testDatabaseUrl({ schema })
}

const MEMORY = '/dev/shm'
const MIN_FREE_BYTES = 2 ** 30

/** Test databases do not need to be durable, so they are kept in memory if there is enough. */
const hasEnoughMemory = (): boolean => {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > MIN_FREE_BYTES
}

let sqliteTemplate: Promise<string> | undefined
let postgresTemplate: Promise<string | null> | undefined

async function ownPostgresTemplate(): Promise<string | null> {
  const database = await makePostgresTemplate()
  if (database !== null) cleanups.push(() => dropPostgres(database))
  return database
}

async function migratedSqlite(template?: string): Promise<Store> {
  const folder = temporaryFolder(hasEnoughMemory() ? MEMORY : tmpdir())
  const shared = process.env[SQLITE_TEMPLATE]
  sqliteTemplate ??= shared ? Promise.resolve(shared) : makeSqliteTemplate(temporaryFolder())
  const file = path.join(folder, 'test.db')
  copySqlite(template ?? (await sqliteTemplate), file)
  return openSqlite(file)
}

async function migratedPostgres(connections = 4): Promise<Store> {
  const shared = process.env[POSTGRES_TEMPLATE]
  postgresTemplate ??= shared ? Promise.resolve(shared) : ownPostgresTemplate()
  const template = await postgresTemplate
  if (template === null) {
    const store = openPostgres(await temporaryPostgres(), connections)
    await migrate(store)
    return store
  }
  const database = await copyPostgres(template)
  cleanups.push(() => dropPostgres(database))
  return openPostgres(testDatabaseUrl({ database }), connections)
}

interface TestStoreOptions {
  /** A filled SQLite file to copy instead of an empty one. */
  readonly template?: string
  /** To PostgreSQL. */
  readonly connections?: number
}

export async function temporaryStore(engine: Engine, options: TestStoreOptions = {}): Promise<Store> {
  const { template, connections } = options
  const store = await (engine === 'sqlite' ? migratedSqlite(template) : migratedPostgres(connections))
  cleanups.push(() => store.close())
  return store
}

/** See test/lanes.ts: `plain` for unit tests (`npm test`), `beyond` for integration tests. */
const lane = process.env.PARLANCE_TEST_LANE

/** False for `npm test`, which should be quick. */
export const HAS_TIME = lane !== 'plain'

/** Number of runs of a randomized test: few in `npm test`, more elsewhere. */
export const asOften = (quick: number, thorough: number): number => (HAS_TIME ? thorough : quick)

/**
 * Runs the same tests on SQLite and PostgreSQL. Without a PostgreSQL server, that half is reported as skipped. The
 * SQLite half is part of the unit tests; the integration tests repeat it only with `doesMore`.
 */
export function onEachEngine(
  name: string,
  tests: (openStore: (options?: TestStoreOptions) => Promise<Store>, engine: Engine) => void,
  { doesMore = false } = {},
): void {
  if (lane !== 'beyond' || doesMore)
    describe(`${name} on SQLite`, () => tests(options => temporaryStore('sqlite', options), 'sqlite'))
  const skip = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES
  describe(`${name} on PostgreSQL`, { skip }, () => tests(options => temporaryStore('postgres', options), 'postgres'))
}

/** Number of event loop turns during `work`. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let next = setImmediate(function count() {
    turns++
    next = setImmediate(count)
  })
  try {
    await work()
  } finally {
    clearImmediate(next)
  }
  return turns
}
