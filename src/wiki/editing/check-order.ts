import { type RawBuilder, sql } from 'kysely'
import type { Findings } from '#core/consistency.ts'
import { jsonNumber } from '#store/json-field.ts'
import type { Reader } from '#store/store.ts'
import { wasImported } from '../content/check-counters.ts'

const MAX_SHOWN = 200

interface Entry {
  readonly id: number
  readonly page: number
  readonly revision: number
  readonly before: number
}

/**
 * Checks that of two edits to a page the later one has the higher ID. Clients that follow recent changes or the change
 * log by ID rely on it. Timestamps are no substitute, because clocks are sometimes set back.
 */
export async function checkOrder(db: Reader): Promise<Findings> {
  const field = (name: string) => jsonNumber(db, 'data', name)
  const logged = sql`select seq as id, ${field('page')} as page, ${field('revision')} as revision
    from change_log where area = 'wiki' and kind = 'edit'`
  const recent = sql`select id, page_id as page, this_rev as revision from recent_change where source in ('mw.edit', 'mw.new')`
  // Imported recent changes keep their original IDs or get IDs derived from their timestamps.
  const sources = (await wasImported(db))
    ? { 'change log': logged }
    : { 'change log': logged, 'recent changes': recent }
  const [compared, faults]: [string[], string[]] = [[], []]
  for (const [name, entries] of Object.entries(sources)) {
    compared.push(`${name}: ${await count(db, entries)}`)
    faults.push(
      ...(await outOfOrder(db, entries)).map(
        ({ id, page, revision, before }) =>
          `${name}: ID ${id} is revision ${revision} of page ${page}, but comes after revision ${before}`,
      ),
    )
  }
  return { compared, faults, notes: [] }
}

async function count(db: Reader, entries: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${entries}) as entry`.execute(db)
  return Number(rows[0]!.n)
}

async function outOfOrder(db: Reader, entries: RawBuilder<unknown>): Promise<Entry[]> {
  const { rows } = await sql<Entry>`select id, page, revision, before from (
      select id, page, revision, lag(revision) over (partition by page order by id) as before from (${entries}) as entry
    ) as pair where revision <= before order by id limit ${sql.lit(MAX_SHOWN)}`.execute(db)
  return rows
}
