import type { FileStore } from '../file-store.ts'
import { isStashKey } from './stashed-file.ts'

/** Pieces of files that have not come whole yet lie beside the others, under the key that their owner names them by. */
function pieceName(key: string, offset: number | ''): string {
  if (!isStashKey(key) || key.startsWith('.')) throw new Error(`"${key}" is no key of a stashed file.`)
  return `${key}~${offset}`
}

/** Whose piece it is; null for other names. */
export const keyOfPiece = (name: string): string | null => /^(.+)~\d+(\.\d+\.part)?$/.exec(name)?.[1] ?? null

/** A piece that is sent twice takes the place of the first. */
export const writePartial = (pieces: FileStore, key: string, offset: number, bytes: Buffer): Promise<void> =>
  pieces.write(pieceName(key, offset), bytes)

/** All pieces, each where the one before it ends. */
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
