import { padded } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import { currentVersion, type FileVersion, oldVersion } from './file-version.ts'

/** The current versions of these files, by name. */
export async function currentVersions(db: Reader, names: readonly string[]): Promise<Map<string, FileVersion>> {
  if (names.length === 0) return new Map()
  const rows = await db.selectFrom('file').where('name', 'in', padded(names)).selectAll().execute()
  return new Map(rows.map(row => [row.name, currentVersion(row)]))
}

/** Replaced versions of one file, newest first. */
export async function oldVersions(
  db: Reader,
  name: string,
  range: { readonly start: number | undefined; readonly end: number | undefined; readonly limit: number },
): Promise<FileVersion[]> {
  let query = db
    .selectFrom('old_file')
    .where('name', '=', name)
    .selectAll()
    .orderBy('timestamp', 'desc')
    .limit(range.limit)
  if (range.start !== undefined) query = query.where('timestamp', '<=', range.start)
  if (range.end !== undefined) query = query.where('timestamp', '>=', range.end)
  return (await query.execute()).map(oldVersion)
}
