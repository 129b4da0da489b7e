import { access, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Progress } from '#events/progress.ts'
import { sha1Base36 } from '../content/sha1-base36.ts'
import type { FileStore } from '../file-store.ts'
import { storeFile } from '../files/stored-bytes.ts'
import { ImportError } from './import-error.ts'
import { openDump } from './readers/decompress/decompress.ts'
import { readTar, type TarFile } from './readers/tar/read-tar.ts'

/** Files that MediaWiki itself creates in its image folder. */
const notContent = /(^|\/)(index\.html|\.htaccess|README)$|(^|\/)(thumb|lockdir)\//

/**
 * Imports uploaded files from a wiki's image folder or a tar archive of it: current, old, deleted and stashed ones.
 * Each is stored under its hash, which the file tables refer to. Returns the number of distinct files.
 */
export async function importImages(files: FileStore, from: string, progress: Progress): Promise<number> {
  const info = await stat(from)
  const found = info.isDirectory() ? folderFiles(from) : readTar(await openDump(from))
  const stored = new Set<string>()
  let read = 0
  for await (const { path: name, data, modified } of found) {
    if (notContent.test(name)) continue
    const sha1 = sha1Base36(data)
    if (!stored.has(sha1)) await storeFile(files, sha1, data, modified)
    stored.add(sha1)
    progress.report({ task: `files of ${path.basename(from)}`, done: ++read, total: undefined, unit: 'files' })
  }
  return stored.size
}

/** Rejects a missing folder or archive before anything else is done. */
export async function checkImages(from: string): Promise<void> {
  if (!(await exists(from))) throw new ImportError(`${from}: no such folder or tar archive`)
}

async function* folderFiles(folder: string): AsyncGenerator<TarFile> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const { mtime } = await stat(file)
    yield { path: path.relative(folder, file), data: await readFile(file), modified: mtime }
  }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
