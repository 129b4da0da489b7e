import { existsSync } from 'node:fs'
import { cp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { privateFolder } from '../sqlite/private-file.ts'

/** Folders of the data folder that belong to a backup. The database is apart. */
const FOLDERS = ['files']

/** Names one folder among several; a copy is another folder. */
const STORE_ID = '.store-id'

const beside = (file: string): string => `${file}.files`

/** Copies uploaded files beside the backup, after the database: every file that it knows of is there by then. */
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
