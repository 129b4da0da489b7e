import { compareBytes, from, padded } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { listedPerPage, type PageListing, propModule } from '../../api/module.ts'
import { continuation, newerOlder, revisionParams } from '../../api/params/common.ts'
import { type Args, string, timestamp, user } from '../../api/params/kinds.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { restrictTimes, timeDirection } from '../../api/query/time-range.ts'
import type { Row } from '../../api/result/shape.ts'
import type { PageName } from '../../content/pages.ts'
import { type DeletedRevisionRow, selectDeletedRevisions } from '../../content/revisions.ts'
import { checkMayView, titleCursor, viewed } from '../families/deleted-revisions.ts'
import { type Condition, tagConditions, userConditions } from '../families/revision-filters.ts'
import { revisionItems } from '../families/revision-items.ts'
import { generatorLimit, revisionRequest } from '../families/revision-request.ts'

const params = {
  ...revisionParams(),
  start: timestamp(),
  end: timestamp(),
  dir: newerOlder(),
  tag: string(),
  user: user(),
  excludeuser: user(),
  continue: continuation(),
}
type DeletedRevisionsArgs = Args<typeof params>

export const deletedrevisions = propModule({
  name: 'deletedrevisions',
  prefix: 'drv',
  classname: 'ApiQueryDeletedRevisions',
  tag: 'rev',
  generator: true,
  summary: 'The deleted revisions of pages, or deleted revisions by their numbers.',
  helpUrls: [helpPage('Deletedrevisions')],
  params,

  async pageListing(q, a): Promise<PageListing<never>> {
    const byNumber = q.pages.revisions.size + q.pages.deletedRevisions.size > 0
    const nothing = byNumber ? q.pages.deletedRevisions.size === 0 : pagesOf(q).length === 0
    if (nothing) return present(q, [], byNumber, 1, () => ({}))
    q.requireAtMostOneOf(a, 'user', 'excludeuser')
    if (q.isGenerator) {
      const limit = generatorLimit(a)
      return present(q, await find(q, a, byNumber, limit), byNumber, limit, () => ({}))
    }
    const request = await revisionRequest(q, a)
    checkMayView(q, viewed(request))
    const rows = await find(q, a, byNumber, request.limit)
    return present(q, rows, byNumber, request.limit, await revisionItems(q, request, rows))
  },
})

/** Pages that exist and pages that do not: either can have deleted revisions. */
const pagesOf = (q: QueryRun): PageName[] => q.pages.entries.filter(({ ns }) => ns >= 0)

const present = (
  q: QueryRun,
  rows: readonly DeletedRevisionRow[],
  byNumber: boolean,
  limit: number,
  item: (row: DeletedRevisionRow) => Row,
): PageListing<never> =>
  listedPerPage(rows, {
    limit,
    pageId: row => q.pages.entry(row.ns, row.title)?.key ?? 0,
    item,
    next: row => (byNumber ? `${row.id}|${row.archive_id}` : titleCursor(row)),
    page: row => ({ revision: row.id }),
  })

async function find(
  q: QueryRun,
  a: DeletedRevisionsArgs,
  byNumber: boolean,
  limit: number,
): Promise<DeletedRevisionRow[]> {
  const conditions = [...(await tagConditions(q, 'archive.rev_id', a.tag)), ...(await userConditions(q, 'archive', a))]
  return byNumber ? findByNumber(q, a, conditions, limit) : findByTitle(q, a, conditions, limit)
}

async function findByNumber(
  q: QueryRun,
  a: DeletedRevisionsArgs,
  conditions: readonly Condition[],
  limit: number,
): Promise<DeletedRevisionRow[]> {
  const direction = timeDirection(a.dir)
  const after = q.cursor(a.continue, 'int', 'int')
  let query = selectDeletedRevisions(q.db)
    .where('archive.rev_id', 'in', padded([...q.pages.deletedRevisions.keys()]))
    .orderBy('archive.rev_id', direction)
    .orderBy('archive.id', direction)
  if (after) query = query.where(from(['archive.rev_id', 'archive.id'], after, direction))
  for (const condition of conditions) query = query.where(condition)
  return query.limit(limit + 1).execute()
}

/** Title by title, each from its own range of the index, so that many revisions of many titles need no sorting. */
async function findByTitle(
  q: QueryRun,
  a: DeletedRevisionsArgs,
  conditions: readonly Condition[],
  limit: number,
): Promise<DeletedRevisionRow[]> {
  const after = q.cursor(a.continue, 'int', 'string', 'timestamp', 'int')
  const rows: DeletedRevisionRow[] = []
  for (const page of await titlesInOrder(q, a.dir)) {
    if (rows.length > limit) break
    const place = after ? byName(page, { ns: after[0], title: after[1] }) * (a.dir === 'newer' ? 1 : -1) : 1
    if (place < 0) continue
    const ofTitle = selectDeletedRevisions(q.db)
      .where('archive.ns', '=', page.ns)
      .where('archive.title', '=', page.title)
    let query = restrictTimes(ofTitle, ['archive.timestamp', 'archive.id'], {
      ...a,
      after: place === 0 ? after!.slice(2) : undefined,
    })
    for (const condition of conditions) query = query.where(condition)
    rows.push(...(await query.limit(limit + 1 - rows.length).execute()))
  }
  return rows
}

const byName = (one: PageName, other: PageName): number => one.ns - other.ns || compareBytes(one.title, other.title)

/** Those of the pages that have deleted revisions, in the order of the list. */
async function titlesInOrder(q: QueryRun, dir: 'newer' | 'older'): Promise<PageName[]> {
  const found: PageName[] = []
  for (const [ns, pages] of Map.groupBy(pagesOf(q), page => page.ns)) {
    const titles = pages.map(page => page.title)
    const rows = await q.db
      .selectFrom('archive')
      .where('ns', '=', ns)
      .where('title', 'in', padded(titles))
      .select(['ns', 'title'])
      .distinct()
      .execute()
    found.push(...rows)
  }
  return found.sort((one, other) => byName(one, other) * (dir === 'newer' ? 1 : -1))
}
