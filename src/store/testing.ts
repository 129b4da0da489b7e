// For tests: a fresh, migrated database on each engine.
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
  'PostgreSQL is not tested: PARLANCE_TEST_POSTGRES does not name a server (for example postgres://postgres@127.0.0.1/test)'

const cleanups: (() => Promise<void> | void)[] = []
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

/** A temporary folder that goes away with the test file. */
export function temporaryFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(path.join(parent, 'parlance-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Address of a new, empty schema on the test server; dropped after the test file. */
export async function temporaryPostgres(): Promise<string> {
  const schema = freshName('parlance')
  await onTestServer(`create schema ${schema}`)
  cleanups.push(() => onTestServer(`drop schema ${schema} cascade`))
  return testDatabaseUrl({ schema })
}

const MEMORY = '/dev/shm'
const ENOUGH = 2 ** 30

/** Commits of a test need not outlive it: memory will do where a disk would only make them wait. */
const hasRoomyMemory = (): boolean => {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ENOUGH
}

let sqliteTemplate: Promise<string> | undefined
let postgresTemplate: Promise<string | null> | undefined

async function ownPostgresTemplate(): Promise<string | null> {
  const database = await makePostgresTemplate()
  if (database !== null) cleanups.push(() => dropPostgres(database))
  return database
}

async function migratedSqlite(): Promise<Store> {
  const folder = temporaryFolder(hasRoomyMemory() ? MEMORY : tmpdir())
  const shared = process.env[SQLITE_TEMPLATE]
  sqliteTemplate ??= shared ? Promise.resolve(shared) : makeSqliteTemplate(temporaryFolder())
  const file = path.join(folder, 'test.db')
  copySqlite(await sqliteTemplate, file)
  return openSqlite(file)
}

async function migratedPostgres(): Promise<Store> {
  const shared = process.env[POSTGRES_TEMPLATE]
  postgresTemplate ??= shared ? Promise.resolve(shared) : ownPostgresTemplate()
  const template = await postgresTemplate
  if (template === null) {
    const store = openPostgres(await temporaryPostgres(), 4)
    await migrate(store)
    return store
  }
  const database = await copyPostgres(template)
  cleanups.push(() => dropPostgres(database))
  return openPostgres(testDatabaseUrl({ database }), 4)
}

export async function temporaryStore(engine: Engine): Promise<Store> {
  const store = await (engine === 'sqlite' ? migratedSqlite() : migratedPostgres())
  cleanups.push(() => store.close())
  return store
}

/** The lane of test/lanes.ts in which the tests run: `npm test` is plain, what it leaves out is beyond. */
const lane = process.env.PARLANCE_TEST_LANE

/** Whether this is more than `npm test`, which is to be quick. */
export const HAS_TIME = lane !== 'plain'

/** How often to try something at random: a few times in `npm test`, more often where there is time. */
export const asOften = (inPlain: number, whereThereIsTime: number): number => (HAS_TIME ? whereThereIsTime : inPlain)

/**
 * Runs the same tests on SQLite and on PostgreSQL; without a PostgreSQL server that half says that it is skipped. What ran in
 * the plain lane need not run in the other, unless it does more there.
 */
export function onEachEngine(
  name: string,
  tests: (openStore: () => Promise<Store>, engine: Engine) => void,
  { doesMore = false } = {},
): void {
  if (lane !== 'beyond' || doesMore)
    describe(`${name} on SQLite`, () => tests(() => temporaryStore('sqlite'), 'sqlite'))
  const skip = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES
  describe(`${name} on PostgreSQL`, { skip }, () => tests(() => temporaryStore('postgres'), 'postgres'))
}

/** How many turns the event loop gets while `work` is under way. */
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
