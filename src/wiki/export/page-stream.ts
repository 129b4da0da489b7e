import { among } from '#store/keyset.ts'
import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import { redirectsOf } from '../content/page-export/latest-revisions.ts'
import { withTexts } from '../content/page-export/read-revisions.ts'
import {
  EXPORT_PAGE_END,
  type ExportedRevision,
  exportPageHead,
  exportRevision,
  isWritable,
} from '../content/page-export/write-export.ts'
import type { PageRow } from '../content/pages.ts'
import type { RevisionRow } from '../content/revisions.ts'
import type { TextSource } from '../content/text-blobs.ts'
import { isHidden } from '../site/hidden-parts.ts'
import type { Site } from '../site/site.ts'
import type { Tally } from './tally.ts'

export interface PageStreamOptions {
  /** All revisions, or only the latest of each page. */
  readonly history: boolean
  /** The last revision to export; later ones are left out. */
  readonly upTo: number
  /** Leaves out older revisions, except those of `whole` pages. In seconds since 1970. */
  readonly since?: number | undefined
  readonly whole?: ReadonlySet<number> | undefined
  /** Includes hidden content. */
  readonly withHidden: boolean
  /** Reads adjacent pages together. */
  readonly dense: boolean
  /** Additional content after a page's revisions. */
  readonly behind?: (page: PageRow) => AsyncIterable<string> | Iterable<string>
}

/** Revision rows per query, and bytes of text held in memory. */
const ROWS = 500
const TEXT_BYTES = 4 * 1024 * 1024
/** Assumed size of a revision without a recorded length. */
const UNKNOWN_LENGTH = 64 * 1024

/** Pages as export text in the given order, with only a few megabytes in memory however long a history is. */
export async function* streamPages(
  source: TextSource,
  site: Site,
  pages: readonly PageRow[],
  options: PageStreamOptions,
  tally: Tally,
): AsyncGenerator<{ readonly text: string /** The page that is whole now. */; readonly ended?: number }> {
  const redirects = await redirectsOf(source.db, pages)
  const revisions = streamRevisions(source, pages, options)
  let next = await revisions.next()
  for (const page of pages) {
    const head = exportPageHead(site, { ...page, redirect: redirects.get(page.id) ?? null })
    let count = 0
    while (!next.done && next.value.page_id === page.id) {
      yield { text: (count++ === 0 ? head : '') + written(next.value, options.withHidden, tally) }
      next = await revisions.next()
    }
    if (count === 0) {
      tally.skip('pages', 'no revisions')
      continue
    }
    for await (const text of options.behind?.(page) ?? []) yield { text }
    tally.write('pages')
    yield { text: EXPORT_PAGE_END, ended: page.id }
  }
}

function written(revision: ExportedRevision, withHidden: boolean, tally: Tally): string {
  tally.write('revisions')
  const hides = !withHidden && isHidden(revision.deleted, 'text')
  if (!withHidden && (revision.deleted & 7) !== 0) tally.note('revisions', 'partly hidden; hidden parts are left out')
  if (!hides && revision.slots.some(({ text }) => text === null))
    tally.note('revisions', 'without text, which is missing')
  if (!hides && revision.slots.some(({ text }) => text !== null && !isWritable(text)))
    tally.note('revisions', 'with invalid XML characters replaced by U+FFFD')
  return exportRevision(revision, '0.11', withHidden)
}

async function* streamRevisions(
  source: TextSource,
  pages: readonly PageRow[],
  options: PageStreamOptions,
): AsyncGenerator<ExportedRevision> {
  const byId = new Map(pages.map(page => [page.id, page]))
  const rows = options.history ? historyOf(source.db, pages, options) : latestOf(source.db, pages)
  for await (const portion of rows) {
    const full = portion.map(row => ({ ...row, ns: byId.get(row.page_id)!.ns, title: byId.get(row.page_id)!.title }))
    for (const part of bySize(full)) yield* await withTexts(source, part)
  }
}

/** Splits revisions into parts with limited total text size. */
function* bySize(rows: readonly RevisionRow[]): Generator<RevisionRow[]> {
  let part: RevisionRow[] = []
  let bytes = 0
  for (const row of rows) {
    const length = row.length ?? UNKNOWN_LENGTH
    if (part.length > 0 && bytes + length > TEXT_BYTES) {
      yield part
      part = []
      bytes = 0
    }
    part.push(row)
    bytes += length
  }
  if (part.length > 0) yield part
}

type OwnRow = Omit<RevisionRow, 'ns' | 'title' | 'page_id'> & { readonly page_id: number }

const OWN = statement(db =>
  db
    .selectFrom('revision')
    .select([
      ...(['id', 'page_id', 'parent_id', 'timestamp', 'minor', 'deleted', 'length', 'sha1'] as const),
      ...(['actor_id', 'summary_id'] as const),
    ]),
)

const IN_ORDER = (['revision.page_id', 'revision.timestamp', 'revision.id'] as const).map(
  column => ({ column, direction: 'asc' }) as const,
)

/** All revisions of the pages by page and time, which matches an index. */
async function* historyOf(
  db: Reader,
  pages: readonly PageRow[],
  { dense, upTo, since = Number.NEGATIVE_INFINITY, whole }: PageStreamOptions,
): AsyncGenerator<OwnRow[]> {
  // Scans a range of the index; when few of its pages are selected, each page is a range of its own.
  const stretches = dense ? [pages.map(({ id }) => id)] : pages.map(({ id }) => [id])
  for (const ids of stretches) {
    const wanted = OWN.where(among('revision.page_id', ids))
      .where('revision.page_id', '>=', ids[0]!)
      .where('revision.page_id', '<=', ids.at(-1)!)
    let after: readonly number[] | undefined
    for (;;) {
      const rows = await wanted.all(db, { order: IN_ORDER, ...(after && { after }), limit: ROWS + 1 })
      const more = rows.length > ROWS ? rows.pop() : undefined
      yield rows.filter(row => row.id <= upTo && (row.timestamp >= since || whole?.has(row.page_id)))
      if (more === undefined) break
      after = [more.page_id, more.timestamp, more.id]
    }
  }
}

async function* latestOf(db: Reader, pages: readonly PageRow[]): AsyncGenerator<OwnRow[]> {
  const place = new Map(pages.map(({ id }, index) => [id, index]))
  const rows = await OWN.where(
    'revision.id',
    'in',
    pages.map(page => page.latest_rev),
  ).all(db)
  yield rows
    .filter(row => place.has(row.page_id))
    .sort((one, other) => place.get(one.page_id)! - place.get(other.page_id)!)
}
