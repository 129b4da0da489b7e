import { type SqlBool, sql } from 'kysely'
import { helpPage } from '../../api/help-page.ts'
import { continuation, newerOlder, onlyIf, REVISION_HELP, revisionParams } from '../../api/params/common.ts'
import { type Args, integer, manyOf, string, timestamp, user } from '../../api/params/kinds.ts'
import { carried, looseNumber, onlyNumber, timeKeys } from '../../api/query/keys.ts'
import { listedPerPage, propModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { rowRange, timeRange } from '../../api/query/range.ts'
import { REVISIONS } from '../../content/revisions.ts'
import { fail } from '../../messages/message.ts'
import { olderTokens } from '../families/older-tokens.ts'
import { type Condition, tagConditions, userConditions } from '../families/revision-filters.ts'
import { revisionItems, revisionMembers } from '../families/revision-items.ts'
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

/** The history of one page, revisions by id, or the latest revision of each page. */
type Mode = 'history' | 'numbers' | 'latest'

export const revisions = propModule({
  name: 'revisions',
  prefix: 'rv',
  classname: 'ApiQueryRevisions',
  tag: 'rev',
  generator: true,
  cacheable: a => a.token === undefined,
  summary: 'Get revisions: the latest of each page, the history of one page, or revisions by id.',
  helpUrls: [helpPage('Revisions')],
  help: {
    examples: [
      ['action=query&prop=revisions&titles=API|{main-page}&rvslots=*&rvprop=timestamp|user|comment|content', 'content'],
      ['action=query&prop=revisions&titles={main-page}&rvlimit=5&rvprop=timestamp|user|comment', 'last5'],
      ['action=query&prop=revisions&titles={main-page}&rvlimit=5&rvprop=timestamp|user|comment&rvdir=newer', 'first5'],
      [
        'action=query&prop=revisions&titles={main-page}&rvlimit=5&rvprop=timestamp|user|comment&rvdir=newer&rvstart=2006-05-01T00:00:00Z',
        'first5-after',
      ],
      [
        'action=query&prop=revisions&titles={main-page}&rvlimit=5&rvprop=timestamp|user|comment&rvexcludeuser=127.0.0.1',
        'first5-not-localhost',
      ],
      [
        'action=query&prop=revisions&titles={main-page}&rvlimit=5&rvprop=timestamp|user|comment&rvuser=MediaWiki%20default',
        'first5-user',
      ],
    ],
    params: {
      ...REVISION_HELP,
      startid: { words: 'Revision to start from.' },
      endid: { words: 'Revision to end at.' },
      token: { words: 'Use meta=tokens instead.' },
    },
  },
  result: { 'revisions?': [{ ...revisionMembers, 'rollbacktoken?': 'string' }] },
  params,

  async pageListing(q, a) {
    const mode = modeOf(q, a)
    if (mode === null) return null
    const request = q.isGenerator ? null : await revisionRequest(q, a, mode === 'history' ? undefined : 'max')
    const { query, keys, direction } =
      mode === 'history' ? await history(q, a) : mode === 'numbers' ? byNumber(q) : latest(q)
    return listedPerPage(a.tag === undefined ? query : query.and(await tagConditions(q, 'revision.id', a.tag)), {
      keys,
      direction,
      limit: request?.limit ?? generatorLimit(a),
      pageId: row => row.page_id,
      items: async rows => {
        const item = await revisionItems(q, request!, rows)
        const tokens = olderTokens(q, a.token)
        return row => Object.assign(item(row), tokens)
      },
      page: row => ({ revision: row.id }),
    })
  },
})

/** Null if there is nothing to show. */
function modeOf(q: QueryRun, a: RevisionsArgs): Mode | null {
  const { good, revisions: live, deletedRevisions } = q.pages
  const askedByNumber = live.size + deletedRevisions.size
  if (askedByNumber === 0 && good.size === 0) return null
  if (askedByNumber > 0 && live.size === 0) return null
  const filters = [a.user, a.excludeuser, a.limit, a.startid, a.endid, a.start, a.end]
  const enumerates = a.dir !== params.dir.options.default || filters.some(value => value !== undefined)
  if (askedByNumber > 0 && enumerates) fail('apierror-revisions-norevids', [q.module.prefix])
  if (good.size > 1 && enumerates) fail('apierror-revisions-singlepage', [q.module.prefix])
  return enumerates ? 'history' : askedByNumber > 0 ? 'numbers' : 'latest'
}

const byNumber = (q: QueryRun) => ({
  query: REVISIONS.where('revision.id', 'in', [...q.pages.revisions.keys()]),
  keys: [onlyNumber('revision.id')],
  direction: 'asc' as const,
})

const LATEST = REVISIONS.where(sql<SqlBool>`revision.id = page.latest_rev`)
/** A page has one latest revision, so its id decides the order. */
const LATEST_KEYS = [looseNumber('page.id', 'page_id'), carried(looseNumber('revision.id'))]

const latest = (q: QueryRun) => ({
  query: LATEST.where('page.id', 'in', q.pages.goodIds),
  keys: LATEST_KEYS,
  direction: 'asc' as const,
})

async function history(q: QueryRun, a: RevisionsArgs) {
  q.requireAtMostOneOf(a, 'startid', 'start')
  q.requireAtMostOneOf(a, 'endid', 'end')
  q.requireAtMostOneOf(a, 'user', 'excludeuser')
  const query = REVISIONS.where('revision.page_id', '=', q.pages.goodIds[0]!)
    .and(timeRange('revision.timestamp', a))
    .and(await numberConditions(q, a))
    .and(await userConditions(q, 'revision', a))
  return { query, keys: timeKeys('revision'), direction: undefined }
}

/** A revision id stands for its timestamp; the revision may be deleted or of another page. */
async function numberConditions(q: QueryRun, a: RevisionsArgs): Promise<Condition[]> {
  const place = async (name: 'startid' | 'endid') => {
    const id = a[name]
    if (id === undefined) return undefined
    const at = await timeOf(q, id)
    return at === null
      ? fail('apierror-revisions-badid', [q.param(name)], { code: `badid_${q.param(name)}` })
      : [at, id]
  }
  return rowRange(['revision.timestamp', 'revision.id'], a.dir, await place('startid'), await place('endid'))
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
