import type { FileStore } from '../file-store.ts'
import { isStashKey } from './stashed-file.ts'

/** Chunks of unfinished uploads are stored under their file key and offset. */
function pieceName(key: string, offset: number | ''): string {
  if (!isStashKey(key) || key.startsWith('.')) throw new Error(`"${key}" is not a valid file key.`)
  return `${key}~${offset}`
}

/** The file key of a chunk; null for other names. */
export const keyOfPiece = (name: string): string | null => /^(.+)~\d+(\.\d+\.part)?$/.exec(name)?.[1] ?? null

/** A chunk that is sent again replaces the first one. */
export const writePartial = (pieces: FileStore, key: string, offset: number, bytes: Buffer): Promise<void> =>
  pieces.write(pieceName(key, offset), bytes)

/** Joins all chunks, each starting where the previous one ends. */
export async function readPartial(pieces: FileStore, key: string): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let length = 0; ; ) {
    const part = await pieces.read(pieceName(key, length))
    if (part === null || part.length === 0) return Buffer.concat(parts)
    parts.push(part)
    length += part.length
  }
}

export async function dropPartial(pieces: FileStore, key: string): Promise<void> {
  for await (const { name } of pieces.list(pieceName(key, ''))) await pieces.remove(name)
}
