import { from, padded } from '#store/keyset.ts'
import { template } from '#store/template.ts'
import { helpPage } from '../../api/help-page.ts'
import { listedPerPage, type PageListing, propModule } from '../../api/module.ts'
import { continuation, newerOlder, onlyIf, revisionParams } from '../../api/params/common.ts'
import { type Args, integer, manyOf, string, timestamp, user } from '../../api/params/kinds.ts'
import { timeCursor } from '../../api/query/cursor.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { restrictTimes, timeDirection } from '../../api/query/time-range.ts'
import type { Row } from '../../api/result/shape.ts'
import { type RevisionRow, selectRevisions } from '../../content/revisions.ts'
import { fail } from '../../messages/message.ts'
import { olderTokens } from '../families/older-tokens.ts'
import { type Condition, tagConditions, userConditions } from '../families/revision-filters.ts'
import { revisionItems } from '../families/revision-items.ts'
import { generatorLimit, revisionRequest } from '../families/revision-request.ts'

const params = {
  ...revisionParams(onlyIf('singlepageonly')),
  startid: integer(onlyIf('singlepageonly')),
  endid: integer(onlyIf('singlepageonly')),
  start: timestamp(onlyIf('singlepageonly')),
  end: timestamp(onlyIf('singlepageonly')),
  dir: newerOlder(onlyIf('singlepageonly')),
  user: user(onlyIf('singlepageonly')),
  excludeuser: user(onlyIf('singlepageonly')),
  tag: string(),
  token: manyOf(['rollback'], { deprecated: true }),
  continue: continuation(),
}
type RevisionsArgs = Args<typeof params>

/** The history of one page, revisions by their numbers, or the latest revision of each page. */
type Mode = 'history' | 'numbers' | 'latest'

export const revisions = propModule({
  name: 'revisions',
  prefix: 'rv',
  classname: 'ApiQueryRevisions',
  tag: 'rev',
  generator: true,
  cacheable: a => a.token === undefined,
  summary: 'Revisions: the latest of each page, the history of one page, or any by their numbers.',
  helpUrls: [helpPage('Revisions')],
  params,

  async pageListing(q, a): Promise<PageListing<never>> {
    const mode = modeOf(q, a)
    if (mode === null) return present([], 'latest', 1, () => ({}))
    if (q.isGenerator) {
      const limit = generatorLimit(a)
      return present(await find(q, a, mode, limit), mode, limit, () => ({}))
    }
    const request = await revisionRequest(q, a, mode === 'history' ? undefined : 'max')
    const rows = await find(q, a, mode, request.limit)
    const item = await revisionItems(q, request, rows)
    const tokens = olderTokens(q, a.token)
    return present(rows, mode, request.limit, row => Object.assign(item(row), tokens))
  },
})

/** Null when there is nothing to show. */
function modeOf(q: QueryRun, a: RevisionsArgs): Mode | null {
  const { good, revisions: live, deletedRevisions } = q.pages
  const askedByNumber = live.size + deletedRevisions.size
  if (askedByNumber === 0 && good.size === 0) return null
  if (askedByNumber > 0 && live.size === 0) return null
  const given = [a.user, a.excludeuser, a.limit, a.startid, a.endid, a.start, a.end]
  const enumerates = a.dir === 'newer' || given.some(value => value !== undefined)
  if (askedByNumber > 0 && enumerates) fail('apierror-revisions-norevids', [q.module.prefix])
  if (good.size > 1 && enumerates) fail('apierror-revisions-singlepage', [q.module.prefix])
  return enumerates ? 'history' : askedByNumber > 0 ? 'numbers' : 'latest'
}

const present = (
  rows: readonly RevisionRow[],
  mode: Mode,
  limit: number,
  item: (row: RevisionRow) => Row,
): PageListing<never> =>
  listedPerPage(rows, {
    limit,
    pageId: row => row.page_id!,
    item,
    next: row =>
      mode === 'history' ? timeCursor(row.timestamp, row.id) : mode === 'numbers' ? row.id : `${row.page_id}|${row.id}`,
    page: row => ({ revision: row.id }),
  })

async function find(q: QueryRun, a: RevisionsArgs, mode: Mode, limit: number): Promise<RevisionRow[]> {
  const conditions = await tagConditions(q, 'revision.id', a.tag)
  if (mode === 'history') return history(q, a, conditions, limit)
  const after = mode === 'latest' ? q.cursor(a.continue, 'loose', 'loose') : undefined
  if (mode === 'latest' && !after && conditions.length === 0) return latestOf(q.db, { ids: q.pages.goodIds }, limit + 1)
  let query = selectRevisions(q.db).limit(limit + 1)
  for (const condition of conditions) query = query.where(condition)
  if (mode === 'numbers') {
    const first = a.continue === undefined ? undefined : q.cursor(a.continue.split('|')[0], 'loose')![0]
    if (first !== undefined) query = query.where('revision.id', '>=', first)
    return query
      .where('revision.id', 'in', padded([...q.pages.revisions.keys()]))
      .orderBy('revision.id')
      .execute()
  }
  if (after) query = query.where(from(['page.id', 'revision.id'], after, 'asc'))
  return query
    .where('page.id', 'in', padded(q.pages.goodIds))
    .whereRef('revision.id', '=', 'page.latest_rev')
    .orderBy('page.id')
    .execute()
}

/** By far the most frequent question to a wiki: what do these pages say? */
const latestOf = template((db, { ids }: { ids: readonly number[] }, limit) =>
  selectRevisions(db)
    .where('page.id', 'in', ids)
    .whereRef('revision.id', '=', 'page.latest_rev')
    .orderBy('page.id')
    .limit(limit),
)

async function history(q: QueryRun, a: RevisionsArgs, tagged: Condition[], limit: number): Promise<RevisionRow[]> {
  q.requireAtMostOneOf(a, 'startid', 'start')
  q.requireAtMostOneOf(a, 'endid', 'end')
  q.requireAtMostOneOf(a, 'user', 'excludeuser')
  const after = q.cursor(a.continue, 'timestamp', 'int')
  const ofPage = selectRevisions(q.db).where('revision.page_id', '=', q.pages.goodIds[0]!)
  let query = restrictTimes(ofPage, ['revision.timestamp', 'revision.id'], { ...a, after })
  const conditions = [...tagged, ...(await numberConditions(q, a)), ...(await userConditions(q, 'revision', a))]
  for (const condition of conditions) query = query.where(condition)
  return query.limit(limit + 1).execute()
}

/** A revision given by its number stands for its place in time; it may be deleted, or of another page. */
async function numberConditions(q: QueryRun, a: RevisionsArgs): Promise<Condition[]> {
  const keys = ['revision.timestamp', 'revision.id']
  const forward = timeDirection(a.dir)
  const backward = forward === 'asc' ? 'desc' : 'asc'
  const conditions: Condition[] = []
  for (const [name, direction] of [
    ['startid', forward],
    ['endid', backward],
  ] as const) {
    const id = a[name]
    if (id === undefined) continue
    const at = await timeOf(q, id)
    if (at === null) fail('apierror-revisions-badid', [q.param(name)], { code: `badid_${q.param(name)}` })
    conditions.push(from(keys, [at, id], direction))
  }
  return conditions
}

async function timeOf(q: QueryRun, revisionId: number): Promise<number | null> {
  const live = await q.db.selectFrom('revision').where('id', '=', revisionId).select('timestamp').executeTakeFirst()
  if (live) return live.timestamp
  const deleted = await q.db
    .selectFrom('archive')
    .where('rev_id', '=', revisionId)
    .select('timestamp')
    .executeTakeFirst()
  return deleted?.timestamp ?? null
}
