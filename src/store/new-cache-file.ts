import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'

/** In the data folder. It holds nothing that a backup needs. */
const FOLDER = 'cache'

const CACHE_FILE = /^pages-(.+)-[0-9a-f]{12}\.db(?:-wal|-shm)?$/
/** Containers have another host name after each start. A cache that nobody has written for this long is one of theirs. */
const ABANDONED_MS = 24 * 3600 * 1000

/**
 * A file for the processes of a server that starts now. Deletes those of earlier starts on this host, because another
 * program or other settings may have filled them, and abandoned ones. Processes that still use one keep it open.
 */
export function newCacheFile(data: string): string {
  const folder = path.join(data, FOLDER)
  try {
    for (const name of readdirSync(folder)) {
      const host = CACHE_FILE.exec(name)?.[1]
      const file = path.join(folder, name)
      const isOld = host !== undefined && (host === hostname() || Date.now() - statSync(file).mtimeMs > ABANDONED_MS)
      if (isOld) rmSync(file, { force: true })
    }
  } catch {
    // There is no such folder yet, or a file is in use. Neither matters: the new file has a name of its own.
  }
  return path.join(folder, `pages-${hostname()}-${randomBytes(6).toString('hex')}.db`)
}
