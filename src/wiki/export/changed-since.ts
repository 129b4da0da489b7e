import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'

const REVISED = statement(db => db.selectFrom('revision').select('revision.page_id').distinct())
const LOGGED = statement(db => db.selectFrom('log').select(['log.page_id']).distinct())

interface ChangedPages {
  readonly ids: Set<number>
  /** Restored, imported and merged pages: they got older revisions. */
  readonly whole: Set<number>
}

/** Pages that changed since a time, in seconds since 1970. Deleted pages are in the logs only. */
export async function changedSince(db: Reader, since: number): Promise<ChangedPages> {
  const revised = await REVISED.where('revision.timestamp', '>=', since).all(db)
  const restored = await LOGGED.where('log.timestamp', '>=', since)
    .where('log.action', 'in', ['restore', 'upload', 'interwiki', 'merge'])
    .where('log.type', 'in', ['delete', 'import', 'merge'])
    .all(db)
  const whole = new Set(restored.flatMap(({ page_id }) => page_id ?? []))
  return { ids: new Set([...revised.map(({ page_id }) => page_id), ...whole]), whole }
}
