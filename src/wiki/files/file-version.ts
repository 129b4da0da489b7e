import type { Selectable } from 'kysely'
import type { Database } from '#store/tables/database.ts'

/** A current or old version of an uploaded file. */
export interface FileVersion {
  readonly name: string
  /** `20220106120000!Name.png`, for old versions. */
  readonly archiveName: string | null
  /** Key of an uploaded file that is not published yet. */
  readonly stashKey: string | null
  readonly size: number
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly mediaType: string | null
  readonly mime: string
  readonly metadata: Buffer
  readonly timestamp: number
  readonly actorId: number
  readonly summaryId: number
  readonly sha1: string
  /** Bits for the hidden parts. */
  readonly deleted: number
}

type Columns = Omit<Selectable<Database['file']>, 'name'> & { readonly name: string }

const common = (row: Columns) => ({
  name: row.name,
  stashKey: null,
  size: row.size,
  width: row.width,
  height: row.height,
  bits: row.bits,
  mediaType: row.media_type,
  mime: `${row.major_mime}/${row.minor_mime}`,
  metadata: row.metadata,
  timestamp: row.timestamp,
  actorId: row.actor_id,
  summaryId: row.summary_id,
  sha1: row.sha1,
})

export const currentVersion = (row: Selectable<Database['file']>): FileVersion => ({
  ...common(row),
  archiveName: null,
  deleted: 0,
})

export const oldVersion = (row: Selectable<Database['old_file']>): FileVersion => ({
  ...common(row),
  archiveName: row.archive_name,
  deleted: row.deleted,
})
