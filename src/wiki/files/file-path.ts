import path from 'node:path'

/**
 * Where the bytes of an uploaded file lie: under their hash (SHA-1 in base 36, as the file tables have it), so that no
 * name a person chose ever becomes part of a path, and files that are the same are kept once.
 */
export function filePath(filesFolder: string, sha1: string): string {
  if (!/^[0-9a-z]{31}$/.test(sha1)) throw new Error(`"${sha1}" is not the hash of a file.`)
  return path.join(filesFolder, sha1.slice(0, 2), sha1)
}
