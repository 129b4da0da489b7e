import { sql } from 'kysely'
import { helpPage } from '../../api/help-page.ts'
import { integer, limit, oneOf } from '../../api/params/kinds.ts'
import { offsetOf } from '../../api/query/keys.ts'
import { BY_OFFSET, gathered, listed, listModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { titleMembers } from '../../api/result/common.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { KEPT_ENTRIES, keptAt, keptEntries } from '../../content/kept-lists.ts'
import { fail } from '../../messages/message.ts'
import { digitTimestamp, isoTimestamp } from '../../site/timestamp.ts'
import { detailMembers, type QueryPageDefinition, type QueryPageRow } from '../families/query-pages/definition.ts'
import { listContext, listDefinitions } from '../families/query-pages/definitions.ts'
import { isKept } from '../families/query-pages/kept.ts'
import { QUERY_PAGES } from '../families/query-pages.ts'

const cacheMembers = {
  'cached?': 'boolean',
  'cachedtimestamp?': 'string',
  'maxresults?': 'integer',
} as const satisfies Members

const entryMembers = {
  'value?': 'string',
  'timestamp?': 'string',
  ...titleMembers,
  'databaseResult?': detailMembers,
} as const satisfies Members

export const querypage = listModule({
  name: 'querypage',
  prefix: 'qp',
  classname: 'ApiQueryQueryPage',
  tag: 'page',
  generator: true,
  // Lists that require a right must not be stored in shared caches.
  cacheable: a => listDefinitions[a.page]?.right === undefined,
  summary: 'Get a maintenance list of a special page, such as orphaned, short or wanted pages.',
  helpUrls: [helpPage('Querypage')],
  help: { examples: [['action=query&list=querypage&qppage=Ancientpages', 'ancientpages']] },
  // As a generator, it has no `results`.
  result: { querypage: { name: 'string', ...cacheMembers, 'results?': [entryMembers] } },
  params: {
    page: oneOf(QUERY_PAGES, { required: true }),
    offset: integer({ default: 0 }),
    limit: limit(),
  },

  async listing(q, a) {
    const definition = listDefinitions[a.page]!
    if (definition.right && !q.caller.can(definition.right)) fail('apierror-specialpage-cantexecute')
    const isCached = await isKept(q.wiki, definition)
    // The lists have different orders, some by values that many pages share, so only the offset identifies a row.
    const query = gathered<QueryPageRow>(({ after, take }) =>
      isCached ? keptEntries(q.db, a.page, take, offsetOf(after)) : liveRows(q, definition, take, offsetOf(after)),
    )
    const beside = isCached ? cacheFacts(await keptAt(q.db, a.page)) : {}
    return listed(query, {
      keys: BY_OFFSET,
      item: row => itemOf(q, row, definition, isCached),
      frame: results => ({ name: a.page, ...beside, ...(results && { results }) }),
      page: row => ({ ns: row.ns, title: row.title }),
    })
  },
})

async function liveRows(
  q: QueryRun,
  { rows }: QueryPageDefinition,
  limit: number,
  offset: number,
): Promise<QueryPageRow[]> {
  const result = await sql<QueryPageRow>`${rows(listContext(q.site))} limit ${limit} offset ${offset}`.execute(q.db)
  return result.rows
}

/** Cache information of a precomputed list. */
const cacheFacts = (at: number | null): ResultOf<typeof cacheMembers> => ({
  cached: true,
  ...(at !== null && { cachedtimestamp: isoTimestamp(at) }),
  maxresults: KEPT_ENTRIES,
})

/** Values and details are always strings here. Cached entries have no details. */
function itemOf(
  q: QueryRun,
  row: QueryPageRow,
  { isTime, details }: QueryPageDefinition,
  kept: boolean,
): ResultOf<typeof entryMembers> {
  const { value } = row
  return {
    ...(value != null && { value: isTime && !kept ? digitTimestamp(Number(value)) : String(value) }),
    ...(value != null && isTime && { timestamp: isoTimestamp(Number(value)) }),
    ...q.pageName(row.ns, row.title),
    ...(details && !kept && { databaseResult: Object.fromEntries(details.map(name => [name, asText(row[name])])) }),
  }
}

const asText = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
