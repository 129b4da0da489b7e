import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import type { TryLock } from '../store.ts'
import { privateFolder } from './private-file.ts'

/**
 * A transaction that nobody ends, in an empty database of its own beside the real one. SQLite locks files with what each
 * operating system has for it, and that goes away with the process. Who has it stands in a file beside it, which may be
 * older than the lock, but is only looked at while somebody has that.
 */
export const trySqliteLock: TryLock = async (data, name, self) => {
  privateFolder(data)
  const file = path.join(data, `${name}.lock`)
  const holder = `${file}.txt`
  const db = new Sqlite(file, { timeout: 0 })
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return textOf(holder)
    throw error
  }
  try {
    writeFileSync(holder, `${self}, since ${new Date().toISOString()}`)
  } catch {
    // It only tells others who is at it, which a full disk does not keep anybody from.
  }
  return {
    release: async () => {
      rmSync(holder, { force: true })
      db.close()
    },
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return 'it has only just begun'
  }
}
