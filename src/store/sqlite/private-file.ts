import { chmodSync, closeSync, fstatSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'

/** A folder for what only this site's own account may read; one that is there already is left as its owner made it. */
export const privateFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/**
 * Databases and backups hold password hashes, sessions and mail addresses. SQLite would make them readable for everybody on
 * the machine, so they are there, empty, before it opens them; what it keeps beside them gets the same mode. Of one that is
 * there already the rights of others are taken away, and those of its group are left to the operator.
 */
export function privateFile(file: string): void {
  privateFolder(path.dirname(path.resolve(file)))
  const opened = openSync(file, 'a', 0o600)
  const { mode } = fstatSync(opened)
  closeSync(opened)
  if ((mode & 0o007) !== 0) chmodSync(file, mode & 0o770)
}
