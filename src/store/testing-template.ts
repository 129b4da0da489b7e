// Test helpers: migrated template databases. Copying one is ten times faster than migrating.
import { copyFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres/open.ts'
import { openSqlite } from './sqlite/open.ts'

/** Variables with the templates of a test run. A test file that runs alone creates its own. */
export const SQLITE_TEMPLATE = 'PARLANCE_TEST_SQLITE_TEMPLATE'
export const POSTGRES_TEMPLATE = 'PARLANCE_TEST_POSTGRES_TEMPLATE'

export async function makeSqliteTemplate(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'template.db')
  const store = openSqlite(file)
  await migrate(store).finally(() => store.close())
  return file
}

export const copySqlite = (template: string, file: string): void => copyFileSync(template, file)

/** Runs one statement on the test server. */
export async function onTestServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.PARLANCE_TEST_POSTGRES! })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Tests do not need durable commits, so they do not wait for the disk. */
export function testDatabaseUrl(change: { database?: string; schema?: string }): string {
  const url = new URL(process.env.PARLANCE_TEST_POSTGRES!)
  if (change.database) url.pathname = `/${change.database}`
  const place = change.schema ? `-c search_path=${change.schema} ` : ''
  url.searchParams.set('options', `${place}-c synchronous_commit=off`)
  return url.href
}

const INSUFFICIENT_PRIVILEGE = '42501'

/** Null if the test user may not create databases. */
export async function makePostgresTemplate(): Promise<string | null> {
  const database = freshName('parlance_test')
  try {
    await onTestServer(`create database ${database}`)
  } catch (error) {
    if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE) return null
    throw error
  }
  const store = openPostgres(testDatabaseUrl({ database }), 1)
  await migrate(store).finally(() => store.close())
  return database
}

export const freshName = (start: string): string => `${start}_${process.pid}_${Math.random().toString(36).slice(2, 10)}`

/** The name of a copy starts with the name of its template. */
export async function copyPostgres(template: string): Promise<string> {
  const database = freshName(template)
  await onTestServer(`create database ${database} template ${template}`)
  return database
}

/** Drops the template and any copies that killed tests have left behind. */
export async function dropCopies(template: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.PARLANCE_TEST_POSTGRES! })
  await client.connect()
  try {
    const query = 'select datname from pg_database where starts_with(datname, $1)'
    const { rows } = await client.query<{ datname: string }>(query, [template])
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
  } finally {
    await client.end()
  }
}

export const dropPostgres = (database: string): Promise<void> => onTestServer(`drop database ${database} with (force)`)
