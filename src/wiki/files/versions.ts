import { padded } from '#store/keyset.ts'
import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import { currentVersion, type FileVersion, oldVersion } from './file-version.ts'

/** Current versions of files, by name. */
export async function currentVersions(db: Reader, names: readonly string[]): Promise<Map<string, FileVersion>> {
  if (names.length === 0) return new Map()
  const rows = await db.selectFrom('file').where('name', 'in', padded(names)).selectAll().execute()
  return new Map(rows.map(row => [row.name, currentVersion(row)]))
}

interface Range {
  readonly start: number | undefined
  readonly end: number | undefined
  readonly limit: number
}

/** Versions of a file in a time range, newest first, starting with the current one. */
export async function versionsOf(db: Reader, current: FileVersion, range: Range): Promise<FileVersion[]> {
  const { start = Number.POSITIVE_INFINITY, end = Number.NEGATIVE_INFINITY, limit } = range
  const versions = current.timestamp <= start && current.timestamp >= end ? [current] : []
  const order = [{ column: 'timestamp', direction: 'desc' }] as const
  const old = OLD.where('name', '=', current.name)
    .where('timestamp', '<=', range.start)
    .where('timestamp', '>=', range.end)
  // Ignores that one version may already be there: common limits are compiled into the statement.
  for (const row of await old.all(db, { order, limit })) versions.push(oldVersion(row))
  return versions.slice(0, limit)
}

const OLD = statement(db => db.selectFrom('old_file').selectAll())
