import path from 'node:path'
import type { Selectable } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import type { FileStore } from '../file-store.ts'
import { unserialize } from '../php/unserialize.ts'
import type { FileVersion } from './file-version.ts'
import { asPlain } from './metadata.ts'
import { aboutBytes } from './stored-bytes.ts'

export type StashedFile = Selectable<Database['stashed_file']>

/** A file key such as `1d353ax31n28.la5ahv.3.png`, as returned by an upload. */
export const isStashKey = (key: string): boolean => /^[\w.-]+\.\w*$/.test(key)

export const stashedFile = (db: Reader, key: string): Promise<StashedFile | undefined> =>
  db.selectFrom('stashed_file').where('key', '=', key).selectAll().executeTakeFirst()

/** A stashed file as a file version. It has no name yet, so its storage name is used. */
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
    // A chunked upload is stored later than it began.
    timestamp: Math.max(row.timestamp, (await aboutBytes(files, row.sha1))?.modified ?? 0),
    actorId: 0,
    summaryId: 0,
    sha1: row.sha1,
    deleted: 0,
  }
}

/** Everything the upload detected is stored in one blob, including the metadata. */
function stashedMetadata(props: Buffer | null): Buffer {
  try {
    const all = asPlain(unserialize(props ?? Buffer.alloc(0))) as { metadata?: unknown } | null
    return Buffer.from(JSON.stringify(all?.metadata ?? {}))
  } catch {
    return Buffer.alloc(0)
  }
}
