import type { FileStore } from '../file-store.ts'

export const NEVER_STORED = 'The content of this file is missing on this server.'

export const isFileHash = (sha1: string): boolean => /^[0-9a-z]{31}$/.test(sha1)

/**
 * The storage name of a file: its hash (SHA-1 in base 36, as in the file tables), so user-supplied names never become
 * paths and identical files are stored once.
 */
export function bytesName(sha1: string): string {
  if (!isFileHash(sha1)) throw new Error(`"${sha1}" is not a valid file hash.`)
  return `${sha1.slice(0, 2)}/${sha1}`
}

/** The hash in a storage name; null when it is not one. */
export function hashOfName(name: string): string | null {
  const sha1 = name.slice(3)
  return isFileHash(sha1) && bytesName(sha1) === name ? sha1 : null
}

/** The bytes of a stored file; null when missing. */
export async function fileContent(files: FileStore | null, sha1: string): Promise<Buffer | null> {
  return files !== null && isFileHash(sha1) ? files.read(bytesName(sha1)) : null
}

/** Size and storage time (Unix time in seconds) of a file; null when missing. */
export async function aboutBytes(
  files: FileStore | null,
  sha1: string,
): Promise<{ size: number; modified: number } | null> {
  return files !== null && isFileHash(sha1) ? files.about(bytesName(sha1)) : null
}

/** Content that already exists under the hash is identical. */
export async function storeFile(files: FileStore, sha1: string, bytes: Buffer, modified?: Date): Promise<void> {
  const name = bytesName(sha1)
  if ((await files.about(name)) === null) await files.write(name, bytes, modified)
}

/** Removes the bytes of an unreferenced file. */
export async function dropFile(files: FileStore, sha1: string): Promise<void> {
  if (isFileHash(sha1)) await files.remove(bytesName(sha1))
}
