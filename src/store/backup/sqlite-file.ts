import { existsSync, renameSync, rmSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { firstUnknown } from '../migrations/before-0.1.0.ts'
import { privateFile } from '../sqlite/private-file.ts'

/** `user_version` of a backup from PostgreSQL, which has no full-text index that SQLite could use. */
export const LACKS_DERIVED = 1

export type SqliteFile = InstanceType<typeof Sqlite>

/** An invalid backup or an unusable target. The message says what to do. */
export class BackupError extends Error {}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export { quoted }

/** Our own tables, without SQLite's internal ones and those of a full-text index. */
export function tablesOf(db: SqliteFile): string[] {
  const rows = db.pragma('main.table_list') as { name: string; type: string }[]
  return rows
    .filter(row => row.type === 'table' && !row.name.startsWith('sqlite_') && row.name !== 'migration')
    .map(row => row.name)
    .sort()
}

export const columnsOf = (db: SqliteFile, table: string): string[] =>
  (db.pragma(`table_info(${quoted(table)})`) as { name: string }[]).map(row => row.name)

/** The highest assigned id of each table with autoincrement. */
export function sequencesOf(db: SqliteFile): Map<string, number> {
  const rows = db.prepare('select name, seq from sqlite_sequence').all() as { name: string; seq: number }[]
  return new Map(rows.map(row => [row.name, row.seq]))
}

/** Opens and validates a backup. */
export function openBackup(file: string): SqliteFile {
  if (!existsSync(file)) throw new BackupError(`The backup ${file} does not exist.`)
  const invalid = () => new BackupError(`${file} is not a Parlance backup.`)
  let db: SqliteFile
  try {
    db = new Sqlite(file, { readonly: true, fileMustExist: true })
  } catch {
    throw invalid()
  }
  try {
    const done = db.prepare('select name from migration order by name').all() as { name: string }[]
    const unknown = firstUnknown(done.map(({ name }) => name))
    if (unknown) throw new BackupError(`${file} was written by a newer version of Parlance (it has "${unknown}").`)
    const damage = db.pragma('quick_check(1)', { simple: true })
    if (damage !== 'ok') throw new BackupError(`${file} is damaged: ${damage}.`)
    return db
  } catch (error) {
    db.close()
    throw error instanceof BackupError ? error : invalid()
  }
}

export function removeSqlite(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
}

/** Writes to a temporary name first, so that an interrupted backup is never mistaken for a complete one. */
export async function writeWhole(file: string, write: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${file}.partial`
  removeSqlite(partial)
  try {
    await write(partial)
    renameSync(partial, file)
  } finally {
    removeSqlite(partial)
  }
}

/** Copies a consistent snapshot of a database into another file. Writers can continue. */
export async function copySqlite(source: SqliteFile, target: string): Promise<void> {
  privateFile(target)
  // Copy all pages at once: with small steps, a busy writer would restart the copy again and again.
  await source.backup(target, { progress: () => 0x7fffffff })
}

/** Turns off WAL mode, so that the backup is a single file. */
export function settle(file: string): void {
  const db = new Sqlite(file)
  db.pragma('journal_mode = DELETE')
  db.close()
}
