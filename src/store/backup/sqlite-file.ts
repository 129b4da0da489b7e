import { existsSync, renameSync, rmSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { firstUnknown } from '../migrations/before-0.1.0.ts'
import { privateFile } from '../sqlite/private-file.ts'

/** The file's `user_version` when it comes from PostgreSQL, whose indexes of words SQLite cannot take over. */
export const LACKS_DERIVED = 1

export type SqliteFile = InstanceType<typeof Sqlite>

/** A backup that is not one, a target that is not free: the message says what to do. */
export class BackupError extends Error {}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export { quoted }

/** Tables that hold data of our own: not SQLite's, and not those behind a full-text index. */
export function tablesOf(db: SqliteFile): string[] {
  const rows = db.pragma('main.table_list') as { name: string; type: string }[]
  return rows
    .filter(row => row.type === 'table' && !row.name.startsWith('sqlite_') && row.name !== 'migration')
    .map(row => row.name)
    .sort()
}

export const columnsOf = (db: SqliteFile, table: string): string[] =>
  (db.pragma(`table_info(${quoted(table)})`) as { name: string }[]).map(row => row.name)

/** The highest number handed out in each table that hands out numbers. */
export function sequencesOf(db: SqliteFile): Map<string, number> {
  const rows = db.prepare('select name, seq from sqlite_sequence').all() as { name: string; seq: number }[]
  return new Map(rows.map(row => [row.name, row.seq]))
}

/** Opens a backup for reading, or says why it is none. */
export function openBackup(file: string): SqliteFile {
  if (!existsSync(file)) throw new BackupError(`There is no backup ${file}.`)
  const refuse = () => new BackupError(`${file} is not a backup of Parlance.`)
  let db: SqliteFile
  try {
    db = new Sqlite(file, { readonly: true, fileMustExist: true })
  } catch {
    throw refuse()
  }
  try {
    const done = db.prepare('select name from migration order by name').all() as { name: string }[]
    const unknown = firstUnknown(done.map(({ name }) => name))
    if (unknown) throw new BackupError(`${file} was written by a newer Parlance (it knows "${unknown}").`)
    const damage = db.pragma('quick_check(1)', { simple: true })
    if (damage !== 'ok') throw new BackupError(`${file} is damaged: ${damage}.`)
    return db
  } catch (error) {
    db.close()
    throw error instanceof BackupError ? error : refuse()
  }
}

export function removeSqlite(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
}

/** Writes a file under another name first, so that a backup that breaks off is never taken for a whole one. */
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

/** Copies all of one database into another file, as it was at one instant, while others go on writing. */
export async function copySqlite(source: SqliteFile, target: string): Promise<void> {
  privateFile(target)
  // All pages in one go: in small steps, a busy writer would make the copy begin again and again.
  await source.backup(target, { progress: () => 0x7fffffff })
}

/** One plain file, with no second one beside it that could be forgotten. */
export function settle(file: string): void {
  const db = new Sqlite(file)
  db.pragma('journal_mode = DELETE')
  db.close()
}
