import { existsSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { migrate } from '../migrate.ts'
import { DATABASE_FILE, openStore } from '../open.ts'
import { openSqlite } from '../sqlite/open.ts'
import { backUpFiles, restoreFiles } from './files.ts'
import { postgresToSqlite } from './from-postgres.ts'
import {
  BackupError,
  copySqlite,
  LACKS_DERIVED,
  openBackup,
  quoted,
  removeSqlite,
  type SqliteFile,
  settle,
  tablesOf,
  writeWhole,
} from './sqlite-file.ts'
import { sqliteToPostgres } from './to-postgres.ts'

export { BackupError } from './sqlite-file.ts'

export interface Site {
  /** The data directory, for uploaded files and, without a `database`, for SQLite. */
  readonly data: string
  readonly database: string | null
}

export interface Summary {
  readonly rows: number
  readonly files: number
}

/**
 * Backs up a consistent snapshot of a site, on either engine, into one SQLite file, and uploaded files into the
 * directory `FILE.files` next to it. The site can stay in use.
 */
export async function backUp(site: Site, file: string, options: { force?: boolean } = {}): Promise<Summary> {
  if (existsSync(file) && !options.force) throw new BackupError(`${file} already exists. Use --force to replace it.`)
  let rows = 0
  await writeWhole(file, async partial => {
    if (site.database !== null) rows = await postgresToSqlite(site.database, partial)
    else rows = await copyOwn(path.join(site.data, DATABASE_FILE), partial)
    settle(partial)
  })
  return { rows, files: await backUpFiles(site.data, file) }
}

async function copyOwn(source: string, target: string): Promise<number> {
  if (!existsSync(source)) throw new BackupError(`There is no database at ${source}, so there is nothing to back up.`)
  const db = new Sqlite(source, { readonly: true })
  try {
    await copySqlite(db, target)
  } finally {
    db.close()
  }
  const copy = new Sqlite(target)
  try {
    return countRows(copy)
  } finally {
    copy.close()
  }
}

const countRows = (db: SqliteFile): number =>
  tablesOf(db).reduce(
    (sum, table) =>
      sum +
      (db
        .prepare(`select count(*) from ${quoted(table)}`)
        .pluck()
        .get() as number),
    0,
  )

export interface Restored extends Summary {
  /** Full-text indexes and other derived data are not included and must be rebuilt. */
  readonly lacksDerived: boolean
}

/** Restores a backup on either engine. Replaces existing content only with `force`. */
export async function restore(file: string, site: Site, options: { force?: boolean } = {}): Promise<Restored> {
  const backup = openBackup(file)
  const lacksDerived = site.database !== null || backup.pragma('user_version', { simple: true }) === LACKS_DERIVED
  backup.close()
  if (!options.force && (await hasContent(site)))
    throw new BackupError('The target already has content. Use --force to replace it with the backup.')
  const rows = site.database === null ? await intoSqlite(file, site.data) : await intoPostgres(file, site.database)
  return { rows, files: await restoreFiles(file, site.data), lacksDerived }
}

/** Whether the site has any accounts, pages or projects. */
async function hasContent({ data, database }: Site): Promise<boolean> {
  if (database === null && !existsSync(path.join(data, DATABASE_FILE))) return false
  const store = await openStore(database === null ? { data } : { database })
  try {
    await migrate(store)
    const account = await store.read.selectFrom('account').select('id').limit(1).executeTakeFirst()
    const page = await store.read.selectFrom('page').select('id').limit(1).executeTakeFirst()
    const project = await store.read.selectFrom('project').select('id').limit(1).executeTakeFirst()
    return [account, page, project].some(row => row !== undefined)
  } finally {
    await store.close()
  }
}

async function intoSqlite(file: string, data: string): Promise<number> {
  const backup = openBackup(file)
  const target = path.join(data, DATABASE_FILE)
  try {
    await copySqlite(backup, target)
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY') !== true) throw error
    throw new BackupError(`${target} is in use. Stop the server first.`)
  } finally {
    backup.close()
  }
  const store = openSqlite(target)
  await migrate(store).finally(() => store.close())
  const db = new Sqlite(target)
  try {
    db.pragma('user_version = 0')
    return countRows(db)
  } finally {
    db.close()
  }
}

/** Migrates a copy of the backup in SQLite first, so that both sides have the same tables. */
async function intoPostgres(file: string, database: string): Promise<number> {
  const current = `${file}.restoring`
  removeSqlite(current)
  try {
    const backup = openBackup(file)
    await copySqlite(backup, current).finally(() => backup.close())
    const store = openSqlite(current)
    await migrate(store).finally(() => store.close())
    const target = await openStore({ database })
    await migrate(target).finally(() => target.close())
    const source = new Sqlite(current, { readonly: true })
    return await sqliteToPostgres(source, database).finally(() => source.close())
  } finally {
    removeSqlite(current)
  }
}
