import { padded } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import { type PageName, pagesByName } from '../content/pages.ts'
import { digitTimestamp, parseTimestamp } from '../site/timestamp.ts'

/** Kinds of items with parts that can be hidden. */
export const HIDEABLE = ['archive', 'filearchive', 'logging', 'oldimage', 'revision'] as const
export type HideableKind = (typeof HIDEABLE)[number]

/** An item with parts that can be hidden. */
export interface HideableItem {
  /** Its key in requests. */
  readonly key: string
  readonly table: 'revision' | 'archive' | 'log' | 'old_file' | 'deleted_file'
  readonly rowId: number
  /** Bits for the hidden parts. */
  readonly deleted: number
  /** Unix time in seconds. */
  readonly timestamp: number
  readonly actorId: number
  readonly summaryId: number
  /** Whether this is the latest revision of its page, whose text cannot be hidden. */
  readonly isCurrent: boolean
}

/** Looks up items by the IDs or timestamps in a request, latest first. Missing ones are left out. */
export async function findHideable(
  db: Reader,
  kind: HideableKind,
  target: PageName,
  keys: readonly string[],
): Promise<HideableItem[]> {
  if (keys.length === 0) return []
  switch (kind) {
    case 'revision':
      return revisions(db, target, keys)
    case 'archive':
      return archived(db, target, keys)
    case 'logging':
      return logEntries(db, keys)
    case 'oldimage':
      return oldFiles(db, target, keys)
    case 'filearchive':
      return deletedFiles(db, target, keys)
  }
}

/** Reads leading digits only, as PHP does. */
const numbers = (keys: readonly string[]): number[] =>
  padded(keys.map(key => Number(/^\s*(\d{1,15})/.exec(key)?.[1] ?? 0)))

interface Row {
  readonly id: number
  readonly deleted: number
  readonly timestamp: number | null
  readonly actor_id: number
  readonly summary_id: number
}

const item = (table: HideableItem['table'], key: string | number, row: Row, isCurrent = false): HideableItem => ({
  key: String(key),
  table,
  rowId: row.id,
  deleted: row.deleted,
  timestamp: row.timestamp ?? 0,
  actorId: row.actor_id,
  summaryId: row.summary_id,
  isCurrent,
})

const COLUMNS = ['id', 'deleted', 'timestamp', 'actor_id', 'summary_id'] as const

/** Revisions of the page, plus deleted revisions of any page. */
async function revisions(db: Reader, target: PageName, keys: readonly string[]): Promise<HideableItem[]> {
  const ids = numbers(keys)
  const [page] = await pagesByName(db, [target])
  const live = await db
    .selectFrom('revision')
    .where('page_id', '=', page?.id ?? 0)
    .where('id', 'in', ids)
    .select(COLUMNS)
    .execute()
  const gone = await db
    .selectFrom('archive')
    .where('rev_id', 'in', ids)
    .select([...COLUMNS, 'rev_id'])
    .execute()
  const found = [
    ...live.map(row => item('revision', row.id, row, row.id === page?.latest_rev)),
    ...gone.map(row => item('archive', row.rev_id, row)),
  ]
  return found.sort((a, b) => Number(b.key) - Number(a.key))
}

/** Deleted revisions are identified by their timestamp. */
async function archived(db: Reader, { ns, title }: PageName, keys: readonly string[]): Promise<HideableItem[]> {
  const times = padded(keys.map(key => parseTimestamp(key) ?? 0))
  const rows = await db
    .selectFrom('archive')
    .where('ns', '=', ns)
    .where('title', '=', title)
    .where('timestamp', 'in', times)
    .orderBy('timestamp', 'desc')
    .select(COLUMNS)
    .execute()
  return rows.map(row => item('archive', digitTimestamp(row.timestamp), row))
}

async function logEntries(db: Reader, keys: readonly string[]): Promise<HideableItem[]> {
  const entries = db.selectFrom('log').where('id', 'in', numbers(keys))
  return (await entries.orderBy('id', 'desc').select(COLUMNS).execute()).map(row => item('log', row.id, row))
}

/** Old versions of a file are identified by the timestamp in their archive name. */
async function oldFiles(db: Reader, { title }: PageName, keys: readonly string[]): Promise<HideableItem[]> {
  const rows = await db
    .selectFrom('old_file')
    .where('name', '=', title)
    .where('archive_name', 'in', padded(keys.map(key => `${key}!${title}`)))
    .orderBy('timestamp', 'desc')
    .select([...COLUMNS, 'archive_name'])
    .execute()
  return rows.map(row => item('old_file', row.archive_name.split('!')[0]!, row))
}

async function deletedFiles(db: Reader, { title }: PageName, keys: readonly string[]): Promise<HideableItem[]> {
  const files = db.selectFrom('deleted_file').where('name', '=', title).where('id', 'in', numbers(keys))
  return (await files.orderBy('id', 'desc').select(COLUMNS).execute()).map(row => item('deleted_file', row.id, row))
}
