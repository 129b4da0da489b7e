import type { FileStore } from '../file-store.ts'

export const NEVER_STORED = 'The content of this file was never stored here.'

export const isFileHash = (sha1: string): boolean => /^[0-9a-z]{31}$/.test(sha1)

/**
 * Where the bytes of an uploaded file lie: under their hash (SHA-1 in base 36, as the file tables have it), so that no
 * name a person chose ever becomes part of a path, and files that are the same are kept once.
 */
export function bytesName(sha1: string): string {
  if (!isFileHash(sha1)) throw new Error(`"${sha1}" is not the hash of a file.`)
  return `${sha1.slice(0, 2)}/${sha1}`
}

/** The hash of what is kept under a name; null when it is no name of a file's bytes. */
export function hashOfName(name: string): string | null {
  const sha1 = name.slice(3)
  return isFileHash(sha1) && bytesName(sha1) === name ? sha1 : null
}

/** The bytes of a stored file; null when they were never stored here. */
export async function fileContent(files: FileStore | null, sha1: string): Promise<Buffer | null> {
  return files !== null && isFileHash(sha1) ? files.read(bytesName(sha1)) : null
}

/** When the bytes of a file were stored, in seconds since 1970, and how many there are; null when they never were. */
export async function aboutBytes(
  files: FileStore | null,
  sha1: string,
): Promise<{ size: number; modified: number } | null> {
  return files !== null && isFileHash(sha1) ? files.about(bytesName(sha1)) : null
}

/** What is there under the hash is the same already. */
export async function storeFile(files: FileStore, sha1: string, bytes: Buffer, modified?: Date): Promise<void> {
  const name = bytesName(sha1)
  if ((await files.about(name)) === null) await files.write(name, bytes, modified)
}

/** Takes the bytes of a file away that nothing refers to any more. */
export async function dropFile(files: FileStore, sha1: string): Promise<void> {
  if (isFileHash(sha1)) await files.remove(bytesName(sha1))
}
