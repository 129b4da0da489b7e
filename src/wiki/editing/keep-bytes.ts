import { holdLock } from '#store/named-locks.ts'
import type { Writer } from '#store/store.ts'
import { storeFile } from '../files/stored-bytes.ts'
import type { Wiki } from '../wiki.ts'

/**
 * Makes sure a file's bytes still exist when the transaction that refers to them commits. They are stored before it
 * begins, so this does nothing unless a cleanup removed them meanwhile.
 */
export async function keepBytes(tx: Writer, { files }: Wiki, sha1: string, bytes: Buffer): Promise<void> {
  if (files === null) throw new Error('This wiki has no file store.')
  await holdLock(tx, 'storedFiles', 'shared')
  await storeFile(files, sha1, bytes)
}
