import { chmodSync, closeSync, existsSync, fstatSync, mkdirSync, openSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * A folder for what only this site's own account may read; one that is there already is left as its owner made it. Step by step,
 * because Node's own way to make the folders above it never ends where none can be made, such as below /proc.
 */
export function privateFolder(folder: string): void {
  const isFolder = () => statSync(folder, { throwIfNoEntry: false })?.isDirectory()
  if (isFolder()) return
  const above = path.dirname(path.resolve(folder))
  if (!existsSync(above)) privateFolder(above)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Somebody else may have been quicker.
    if (!isFolder()) throw error
  }
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
