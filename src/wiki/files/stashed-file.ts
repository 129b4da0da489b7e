import path from 'node:path'
import type { Selectable } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { StashedFileTable } from '#store/tables/wiki-files.ts'
import type { FileStore } from '../file-store.ts'
import { unserialize } from '../php/unserialize.ts'
import type { FileVersion } from './file-version.ts'
import { asPlain } from './metadata.ts'
import { aboutBytes } from './stored-bytes.ts'

export type StashedFile = Selectable<StashedFileTable>

/** `1d353ax31n28.la5ahv.3.png`: what an upload answers with. */
export const isStashKey = (key: string): boolean => /^[\w.-]+\.\w*$/.test(key)

export const stashedFile = (db: Reader, key: string): Promise<StashedFile | undefined> =>
  db.selectFrom('stashed_file').where('key', '=', key).selectAll().executeTakeFirst()

/** A stashed file, told of like any other. It has no name yet; the one it was stored under stands in. */
export async function stashedVersion(files: FileStore | null, row: StashedFile): Promise<FileVersion> {
  return {
    name: path.posix.basename(row.path),
    archiveName: null,
    stashKey: row.key,
    size: row.size,
    width: row.width ?? 0,
    height: row.height ?? 0,
    bits: row.bits ?? 0,
    mediaType: row.media_type,
    mime: row.mime ?? 'unknown/unknown',
    metadata: stashedMetadata(row.props),
    // The file's own time is later than that of the upload when it came in pieces.
    timestamp: Math.max(row.timestamp, (await aboutBytes(files, row.sha1))?.modified ?? 0),
    actorId: 0,
    summaryId: 0,
    sha1: row.sha1,
    deleted: 0,
  }
}

/** All that the upload found out about the file is kept in one piece; the metadata are a part of it. */
function stashedMetadata(props: Buffer | null): Buffer {
  try {
    const all = asPlain(unserialize(props ?? Buffer.alloc(0))) as { metadata?: unknown } | null
    return Buffer.from(JSON.stringify(all?.metadata ?? {}))
  } catch {
    return Buffer.alloc(0)
  }
}
