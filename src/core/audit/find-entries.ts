import type { Reader } from '#store/store.ts'
import type { AuditCategory, EntryRow } from './entry.ts'

export interface AuditFilter {
  readonly category?: AuditCategory | undefined
  readonly event?: string | undefined
  /** Name of the user who did it, or to whom it was done. */
  readonly person?: string | undefined
  /** Seconds since 1970, inclusive. */
  readonly since?: number | undefined
  /** Exclusive. */
  readonly until?: number | undefined
}

/** Entries scanned per page, so that a search for a rare event does not read the whole log. */
const SCAN_LIMIT = 50_000
const PORTION = 500

const matching = (db: Reader, { category, event, person, since, until }: AuditFilter) => {
  let query = db.selectFrom('audit_entry').selectAll()
  if (category !== undefined) query = query.where('category', '=', category)
  if (event !== undefined) query = query.where('event', '=', event)
  if (person !== undefined) query = query.where(eb => eb.or([eb('actor', '=', person), eb('subject', '=', person)]))
  if (since !== undefined) query = query.where('at', '>=', since)
  if (until !== undefined) query = query.where('at', '<', until)
  return query
}

/** The newest matching entries below a number. `older` is where to continue; null at the end of the log. */
export async function findEntries(
  db: Reader,
  filter: AuditFilter,
  below: number | null,
  limit: number,
): Promise<{ entries: EntryRow[]; older: number | null }> {
  const end = below ?? (await newestEntry(db)) + 1
  const begin = Math.max(0, end - SCAN_LIMIT)
  const entries = await matching(db, filter)
    .where('seq', '<', end)
    .where('seq', '>=', begin)
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute()
  if (entries.length > limit) return { entries: entries.slice(0, limit), older: entries[limit - 1]!.seq }
  const hasMore =
    begin > 0 && (await db.selectFrom('audit_entry').select('seq').where('seq', '<', begin).limit(1).executeTakeFirst())
  return { entries, older: hasMore ? begin : null }
}

/** All matching entries up to the newest one, oldest first. */
export async function* eachEntry(db: Reader, filter: AuditFilter = {}): AsyncGenerator<readonly EntryRow[]> {
  const last = await newestEntry(db)
  const first = await db.selectFrom('audit_entry').select('seq').orderBy('seq').limit(1).executeTakeFirst()
  for (let begin = first?.seq ?? 1; begin <= last; ) {
    const end = Math.min(begin + SCAN_LIMIT, last + 1)
    const rows = await matching(db, filter)
      .where('seq', '>=', begin)
      .where('seq', '<', end)
      .orderBy('seq')
      .limit(PORTION)
      .execute()
    if (rows.length > 0) yield rows
    begin = rows.length < PORTION ? end : rows.at(-1)!.seq + 1
  }
}

async function newestEntry(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('audit_entry')
    .select(eb => eb.fn.max('seq').as('seq'))
    .executeTakeFirst()
  return row?.seq ?? 0
}
