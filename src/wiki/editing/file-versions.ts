// Operations on the file tables: add, replace, archive, restore and rename versions.
import type { Insertable, Selectable } from 'kysely'
import { lockRows } from '#store/lock-rows.ts'
import type { Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { linkTargets } from '../content/pages.ts'
import type { FileFacts } from '../files/inspect/inspect-file.ts'
import { NS } from '../site/namespaces.ts'
import { digitTimestamp } from '../site/timestamp.ts'

type FileRow = Selectable<Database['file']>

interface NewVersion {
  readonly name: string
  readonly facts: FileFacts
  readonly sha1: string
  readonly summaryId: number
  readonly actorId: number
  /** Unix time in seconds. */
  readonly now: number
}

/** The current version, locked against concurrent uploads. */
export const currentFile = (tx: Writer, name: string): Promise<FileRow | undefined> =>
  lockRows(tx, tx.selectFrom('file').where('name', '=', name).selectAll()).executeTakeFirst()

/**
 * Stores a version and moves the current one to the old versions. Returns its timestamp, which is later than any other.
 */
export async function storeVersion(tx: Writer, before: FileRow | undefined, version: NewVersion): Promise<number> {
  const { name, now } = version
  const timestamp = before && before.timestamp >= now ? before.timestamp + 1 : now
  const row = { ...columnsOf(version), timestamp }
  if (!before) {
    await tx
      .insertInto('file')
      .values({ name, ...row })
      .execute()
    return timestamp
  }
  const archive_name = await freeArchiveName(tx, name, timestamp)
  await tx
    .insertInto('old_file')
    .values({ ...before, archive_name })
    .execute()
  await tx.updateTable('file').set(row).where('name', '=', name).execute()
  return timestamp
}

function columnsOf({
  facts,
  sha1,
  summaryId,
  actorId,
}: NewVersion): Omit<Insertable<Database['file']>, 'name' | 'timestamp'> {
  const [major_mime = 'unknown', minor_mime = 'unknown'] = facts.mime.split('/')
  return {
    size: facts.size,
    width: facts.width,
    height: facts.height,
    bits: facts.bits,
    sha1,
    major_mime,
    minor_mime,
    media_type: facts.mediaType,
    summary_id: summaryId,
    actor_id: actorId,
    metadata: Buffer.from(JSON.stringify({ data: facts.metadata })),
  }
}

/** Archive name such as `20260106120000!Mars.jpg`, from the time of replacement; moved on by a second if taken. */
async function freeArchiveName(tx: Writer, name: string, from: number): Promise<string> {
  for (let at = from; ; at++) {
    const archiveName = `${digitTimestamp(at)}!${name}`
    const taken = tx.selectFrom('old_file').where('name', '=', name).where('archive_name', '=', archiveName)
    if ((await taken.select('id').executeTakeFirst()) === undefined) return archiveName
  }
}

interface Removal {
  readonly accountId: number | null
  readonly summaryId: number
  readonly now: number
}

const deletedRow = (
  row: FileRow,
  archiveName: string | null,
  removal: Removal,
): Insertable<Database['deleted_file']> => ({
  ...row,
  archive_name: archiveName,
  storage_group: 'deleted',
  deleted: 0,
  deletion_summary_id: removal.summaryId,
  storage_key: storageKey(row),
  deleted_by: removal.accountId ?? 0,
  deleted_at: removal.now,
})

/** Archived content is stored under its hash. */
const storageKey = ({ sha1, name }: Pick<FileRow, 'sha1' | 'name'>): string =>
  `${sha1}${/\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? ''}`

/** Archives all versions of a file. */
export async function archiveFile(tx: Writer, current: FileRow, removal: Removal): Promise<void> {
  const { name } = current
  await tx
    .insertInto('deleted_file')
    .values(deletedRow(current, null, removal))
    .execute()
  const older = await tx.selectFrom('old_file').where('name', '=', name).orderBy('id').selectAll().execute()
  for (const row of older) await archiveVersion(tx, row, removal)
  await tx.deleteFrom('file').where('name', '=', name).execute()
}

/** Archives one old version. */
export async function archiveVersion(
  tx: Writer,
  row: Selectable<Database['old_file']>,
  removal: Removal,
): Promise<void> {
  const { id, archive_name, deleted, ...version } = row
  const values = { ...deletedRow(version, archive_name, removal), deleted }
  await tx.insertInto('deleted_file').values(values).execute()
  await tx.deleteFrom('old_file').where('id', '=', id).execute()
}

/** Renames a file and all its versions. */
export async function renameFile(tx: Writer, from: string, to: string): Promise<void> {
  await tx.updateTable('file').set({ name: to }).where('name', '=', from).execute()
  const older = await tx.selectFrom('old_file').where('name', '=', from).select(['id', 'archive_name']).execute()
  for (const { id, archive_name } of older)
    await tx
      .updateTable('old_file')
      .set({ name: to, archive_name: `${archive_name.slice(0, archive_name.indexOf('!') + 1)}${to}` })
      .where('id', '=', id)
      .execute()
}

/** Marks the pages that use the file as touched. */
export async function touchFileUsers(tx: Writer, name: string, now: number): Promise<void> {
  const target = (await linkTargets(tx, [{ ns: NS.file, title: name }])).get(`${NS.file}:${name}`)
  if (target === undefined) return
  await tx
    .updateTable('page')
    .set({ touched: now })
    .where('touched', '<', now)
    .where('id', 'in', eb => eb.selectFrom('image_link').where('target_id', '=', target).select('from_id'))
    .execute()
}
