import { existsSync } from 'node:fs'
import { cp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { privateFolder } from '../sqlite/private-file.ts'

/** Parts of the data directory that are copied as files. */
const FOLDERS = ['files']

/** Identifies a file store. A copy is a different store and must not have the same id. */
const STORE_ID = '.store-id'

const beside = (file: string): string => `${file}.files`

/** Copies uploaded files next to the backup. Runs after the database backup, so that no file is missing. */
export async function backUpFiles(data: string, file: string): Promise<number> {
  await rm(beside(file), { recursive: true, force: true })
  return copyFolders(data, beside(file))
}

export const restoreFiles = (file: string, data: string): Promise<number> => copyFolders(beside(file), data)

async function copyFolders(from: string, to: string): Promise<number> {
  let count = 0
  for (const folder of FOLDERS) {
    const source = path.join(from, folder)
    if (!existsSync(source)) continue
    privateFolder(to)
    const filter = (name: string) => path.basename(name) !== STORE_ID
    await cp(source, path.join(to, folder), { recursive: true, preserveTimestamps: true, filter })
    const entries = await readdir(source, { recursive: true, withFileTypes: true })
    count += entries.filter(entry => entry.isFile() && filter(entry.name)).length
  }
  return count
}
