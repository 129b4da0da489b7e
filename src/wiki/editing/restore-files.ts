import type { Insertable, Selectable } from 'kysely'
import { padded } from '#store/keyset.ts'
import type { Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { countForSite } from '../content/site-counts.ts'
import { digitTimestamp } from '../site/timestamp.ts'
import { currentFile, touchFileUsers } from './file-versions.ts'

type DeletedFile = Selectable<Database['deleted_file']>

interface RestoreOrder {
  /** File name. */
  readonly name: string
  /** IDs of the versions to restore; all of them when empty. */
  readonly ids: readonly number[]
  /** Unix time in seconds. */
  readonly now: number
  /** Also shows the parts of a version that were hidden. */
  readonly unsuppress?: boolean
}

/**
 * Restores versions of a deleted file within the given transaction. The newest becomes the current one if there is
 * none. Returns the number of restored versions.
 */
export async function restoreFiles(tx: Writer, { name, ids, now, unsuppress = false }: RestoreOrder): Promise<number> {
  const deleted = tx.selectFrom('deleted_file').where('name', '=', name)
  const selected = ids.length > 0 ? deleted.where('id', 'in', padded(ids)) : deleted
  const rows = await selected.orderBy('timestamp', 'desc').orderBy('id', 'desc').selectAll().execute()
  const [first] = rows
  if (!first) return 0
  let isCurrentThere = (await currentFile(tx, name)) !== undefined
  if (!isCurrentThere) await countForSite(tx, { edits: 0, pages: 0, articles: 0, images: 1 })
  for (const row of rows) {
    if (isCurrentThere) await restoreOlder(tx, row, unsuppress ? 0 : row.deleted)
    else await tx.insertInto('file').values(versionOf(row)).execute()
    isCurrentThere = true
  }
  await tx
    .deleteFrom('deleted_file')
    .where('id', 'in', padded(rows.map(row => row.id)))
    .execute()
  await touchFileUsers(tx, name, now)
  return rows.length
}

const versionOf = (row: DeletedFile): Insertable<Database['file']> => ({
  name: row.name,
  size: row.size ?? 0,
  width: row.width ?? 0,
  height: row.height ?? 0,
  bits: row.bits ?? 0,
  metadata: row.metadata ?? Buffer.alloc(0),
  media_type: row.media_type,
  sha1: row.sha1,
  major_mime: row.major_mime ?? 'unknown',
  minor_mime: row.minor_mime ?? 'unknown',
  summary_id: row.summary_id,
  actor_id: row.actor_id,
  timestamp: row.timestamp ?? 0,
})

/** A version deleted while it was current has no archive name yet. */
async function restoreOlder(tx: Writer, row: DeletedFile, hidden: number): Promise<void> {
  const archive_name = row.archive_name ?? `${digitTimestamp(row.timestamp ?? 0)}!${row.name}`
  await tx
    .insertInto('old_file')
    .values({ ...versionOf(row), archive_name, deleted: hidden })
    .execute()
}
