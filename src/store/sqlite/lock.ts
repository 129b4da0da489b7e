import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import type { TryLock } from '../store.ts'
import { privateFolder } from './private-file.ts'

/**
 * Holds an open transaction in a separate, empty database next to the real one. SQLite uses the operating system's file
 * locks, which are released when the process ends. A text file describes the holder. It may be stale, but is only read
 * while the lock is held.
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
    // Only informational, so a full disk must not prevent locking.
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
    return 'just started'
  }
}
