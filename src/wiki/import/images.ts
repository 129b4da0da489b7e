import { access, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Progress } from '#events/progress.ts'
import { sha1Base36 } from '../content/sha1-base36.ts'
import { filePath } from '../files/file-path.ts'
import { ImportError } from './import-error.ts'
import { openDump } from './readers/decompress/decompress.ts'
import { readTar, type TarFile } from './readers/tar/read-tar.ts'

/** What MediaWiki itself puts into its image folder. */
const notContent = /(^|\/)(index\.html|\.htaccess|README)$|(^|\/)(thumb|lockdir)\//

/**
 * Takes over uploaded files from a wiki's image folder or a tar archive of it: current, old, deleted and stashed ones. Each
 * is stored under its hash, by which the file tables find it. Returns how many different files there are now from it.
 */
export async function importImages(filesFolder: string, from: string, progress: Progress): Promise<number> {
  const info = await stat(from)
  const files = info.isDirectory() ? folderFiles(from) : readTar(await openDump(from))
  const stored = new Set<string>()
  let read = 0
  for await (const { path: name, data, modified } of files) {
    if (notContent.test(name)) continue
    const sha1 = sha1Base36(data)
    if (!stored.has(sha1)) await storeFile(filesFolder, sha1, data, modified)
    stored.add(sha1)
    progress.report({ task: `files of ${path.basename(from)}`, done: ++read, total: undefined, unit: 'files' })
  }
  return stored.size
}

/** Complains of a folder or archive that is not there, before anything else is done. */
export async function checkImages(from: string): Promise<void> {
  if (!(await exists(from))) throw new ImportError(`${from}: there is no such folder or tar archive of files`)
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

/** Writes aside and renames, so that a file under its hash is always whole. */
export async function storeFile(
  filesFolder: string,
  sha1: string,
  data: Buffer,
  modified?: Date | undefined,
): Promise<void> {
  const target = filePath(filesFolder, sha1)
  if (await exists(target)) return
  await mkdir(path.dirname(target), { recursive: true })
  const aside = `${target}.${process.pid}.part`
  await writeFile(aside, data, { flush: true })
  try {
    if (modified) await utimes(aside, modified, modified)
    await rename(aside, target)
  } catch (error) {
    // Another import may have been faster.
    if (!(await exists(target))) throw error
  }
  await removeLeftovers(target)
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

/** Now that the file is there, what others have begun of it is of no use; most often they were killed on the way. */
async function removeLeftovers(target: string): Promise<void> {
  const [folder, name] = [path.dirname(target), `${path.basename(target)}.`]
  for (const entry of await readdir(folder))
    if (entry.startsWith(name) && entry.endsWith('.part')) await rm(path.join(folder, entry), { force: true })
}
