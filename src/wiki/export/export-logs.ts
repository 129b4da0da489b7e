import { type RowOf, statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import { type Actor, actorsById } from '../content/actors.ts'
import {
  commentLine,
  contributorLines,
  EXPORT_FOOTER,
  element,
  exportHeader,
  indented,
} from '../content/page-export/write-export.ts'
import { summaryTexts } from '../content/summaries.ts'
import { isHidden, LOG_RIGHTS } from '../site/hidden-parts.ts'
import type { Site } from '../site/site.ts'
import { isoTimestamp } from '../site/timestamp.ts'
import { prefixedText } from '../site/title-format.ts'
import type { Output } from './export-file.ts'
import { type Counts, Tally } from './tally.ts'

const LOG = statement(db => db.selectFrom('log').selectAll())
type LogRow = RowOf<typeof LOG>

const ENTRIES = 500

/** Checkpoint of a log export. */
export interface LogsState {
  readonly upTo: number
  readonly last: number
  readonly counts: Counts
}

interface LogsOptions {
  readonly withHidden: boolean
  /** Seconds since 1970. */
  readonly since?: number | undefined
  readonly onEntry?: (done: number, total: number) => void
}

/** Writes all log entries, sorted by ID. */
export async function exportLogs(
  db: Reader,
  site: Site,
  out: Output<LogsState>,
  { withHidden, since, onEntry }: LogsOptions,
): Promise<Counts> {
  const upTo = out.known?.upTo ?? (await lastEntry(db))
  const tally = new Tally(out.known?.counts)
  let last = out.known?.last ?? 0
  if (out.known === undefined) await out.write(exportHeader(site, '0.11'))
  for (;;) {
    const rows = await LOG.where('id', '>', last)
      .where('id', '<=', upTo)
      .where('timestamp', '>=', since)
      .all(db, { order: [{ column: 'id', direction: 'asc' }], limit: ENTRIES })
    if (rows.length === 0) break
    const actors = await actorsById(
      db,
      rows.map(row => row.actor_id),
    )
    const summaries = await summaryTexts(
      db,
      rows.map(row => row.summary_id),
    )
    for (const row of rows) {
      if (!withHidden && Object.hasOwn(LOG_RIGHTS, row.type)) {
        tally.skip('log entries', `the log "${row.type}" is restricted`)
        continue
      }
      const actor = actors.get(row.actor_id) ?? null
      await out.write(logItem(site, row, actor, summaries.get(row.summary_id) ?? '', withHidden, tally))
    }
    last = rows.at(-1)!.id
    onEntry?.(last, upTo)
    await out.reached({ upTo, last, counts: tally.counts })
  }
  await out.write(EXPORT_FOOTER)
  await out.finish()
  return tally.counts
}

const lastEntry = async (db: Reader): Promise<number> =>
  (await LOG.all(db, { order: [{ column: 'id', direction: 'desc' }], limit: 1 }))[0]?.id ?? 0

function logItem(
  site: Site,
  row: LogRow,
  actor: Actor | null,
  summary: string,
  withHidden: boolean,
  tally: Tally,
): string {
  const deleted = withHidden ? 0 : row.deleted
  tally.write('log entries')
  if ((deleted & 7) !== 0) tally.note('log entries', 'partly hidden; hidden parts are left out')
  const target = isHidden(deleted, 'text')
    ? [element('text', { deleted: 'deleted' }, null)]
    : [
        element('logtitle', {}, prefixedText(site, row.ns, row.title)),
        element('params', { 'xml:space': 'preserve' }, row.params),
      ]
  return [
    indented(1, ['<logitem>']),
    indented(2, [element('id', {}, row.id), element('timestamp', {}, isoTimestamp(row.timestamp))]),
    contributorLines(2, { deleted, actor, summary }),
    indented(2, [
      ...commentLine({ deleted, actor, summary }),
      element('type', {}, row.type),
      element('action', {}, row.action),
      ...target,
    ]),
    indented(1, ['</logitem>']),
  ].join('')
}
