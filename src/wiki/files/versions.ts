import { padded } from '#store/keyset.ts'
import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import { currentVersion, type FileVersion, oldVersion } from './file-version.ts'

/** The current versions of these files, by name. */
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

/** The versions of a file within a time, newest first, from the current one on. */
export async function versionsOf(db: Reader, current: FileVersion, range: Range): Promise<FileVersion[]> {
  const { start = Number.POSITIVE_INFINITY, end = Number.NEGATIVE_INFINITY, limit } = range
  const versions = current.timestamp <= start && current.timestamp >= end ? [current] : []
  const order = [{ column: 'timestamp', direction: 'desc' }] as const
  const old = OLD.where('name', '=', current.name)
    .where('timestamp', '<=', range.start)
    .where('timestamp', '>=', range.end)
  // As many as are wanted, although one may be there already: a usual limit is compiled into the statement.
  for (const row of await old.all(db, { order, limit })) versions.push(oldVersion(row))
  return versions.slice(0, limit)
}

const OLD = statement(db => db.selectFrom('old_file').selectAll())
