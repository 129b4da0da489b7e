import { chmodSync, closeSync, existsSync, fstatSync, mkdirSync, openSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Creates a directory that only the current user can access. An existing one keeps its permissions. Parents are created
 * one by one, because a recursive `mkdir` of Node.js never ends where directories cannot be created, for example below
 * /proc.
 */
export function privateFolder(folder: string): void {
  const isFolder = () => statSync(folder, { throwIfNoEntry: false })?.isDirectory()
  if (isFolder()) return
  const parent = path.dirname(path.resolve(folder))
  if (!existsSync(parent)) privateFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it at the same time.
    if (!isFolder()) throw error
  }
}

/**
 * Databases and backups contain password hashes, sessions and email addresses. SQLite would create them world-readable,
 * so they are created as empty files first; SQLite's auxiliary files get the same mode. For existing files, permissions
 * of others are removed; those of the group are left to the operator.
 */
export function privateFile(file: string): void {
  privateFolder(path.dirname(path.resolve(file)))
  const opened = openSync(file, 'a', 0o600)
  const { mode } = fstatSync(opened)
  closeSync(opened)
  if ((mode & 0o007) !== 0) chmodSync(file, mode & 0o770)
}
