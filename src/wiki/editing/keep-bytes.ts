import { holdLock } from '#store/named-locks.ts'
import type { Writer } from '#store/store.ts'
import { storeFile } from '../files/stored-bytes.ts'
import type { Wiki } from '../wiki.ts'

/**
 * For a transaction that refers to the bytes of a file: sees to it that they are there when it ends. They were stored before
 * it began, so that there is next to nothing to do, unless somebody took them away meanwhile as of no use.
 */
export async function keepBytes(tx: Writer, { files }: Wiki, sha1: string, bytes: Buffer): Promise<void> {
  if (files === null) throw new Error('This wiki stores no files.')
  await holdLock(tx, 'storedFiles', 'shared')
  await storeFile(files, sha1, bytes)
}
