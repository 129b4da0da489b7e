import { sql } from 'kysely'
import { helpPage } from '../../api/help-page.ts'
import { fail } from '../../api/messages/message.ts'
import { listed, listModule } from '../../api/module.ts'
import { integer, limit, oneOf } from '../../api/params/kinds.ts'
import { digitTimestamp, isoTimestamp } from '../../api/params/timestamp.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { Row } from '../../api/result/shape.ts'
import type { QueryPageDefinition, QueryPageRow } from '../families/query-pages/definition.ts'
import { fileAndCategoryLists } from '../families/query-pages/files-and-categories.ts'
import { linkLists } from '../families/query-pages/links.ts'
import { pageLists } from '../families/query-pages/pages.ts'
import { QUERY_PAGES } from '../families/query-pages.ts'

export const querypage = listModule({
  name: 'querypage',
  prefix: 'qp',
  classname: 'ApiQueryQueryPage',
  tag: 'page',
  generator: true,
  summary: 'The lists that help to look after a wiki, such as orphaned, shortest or most wanted pages.',
  helpUrls: [helpPage('Querypage')],
  params: {
    page: oneOf(QUERY_PAGES, { required: true }),
    offset: integer({ default: 0 }),
    limit: limit(),
  },

  async listing(q, a) {
    const definition = definitions[a.page]!
    if (definition.right && !q.caller.can(definition.right)) fail('apierror-specialpage-cantexecute')
    const rows = await readRows(q, a, definition)
    return listed(rows, {
      item: row => itemOf(q, row, definition),
      next: () => a.offset + a.limit,
      continueParam: 'offset',
      frame: results => ({ name: a.page, ...(results && { results }) }),
      page: row => ({ ns: row.ns, title: row.title }),
    })
  },
})

const definitions: Readonly<Record<string, QueryPageDefinition>> = {
  ...pageLists,
  ...linkLists,
  ...fileAndCategoryLists,
}

async function readRows(
  q: QueryRun,
  a: { readonly limit: number; readonly offset: number },
  definition: QueryPageDefinition,
): Promise<QueryPageRow[]> {
  const content = q.site.namespaces.list.filter(ns => ns.content).map(ns => ns.id)
  const query = definition.rows({ content: content.length > 0 ? content : [0] })
  const { rows } = await sql<QueryPageRow>`${query} limit ${a.limit + 1} offset ${Math.max(a.offset, 0)}`.execute(q.db)
  return rows
}

/** Values and details are texts here, whatever they are in the database. */
function itemOf(q: QueryRun, row: QueryPageRow, { isTime, details }: QueryPageDefinition): Row {
  const { value } = row
  return {
    ...(value != null && { value: isTime ? digitTimestamp(Number(value)) : String(value) }),
    ...(value != null && isTime && { timestamp: isoTimestamp(Number(value)) }),
    ...q.pageName(row.ns, row.title),
    ...(details && { databaseResult: Object.fromEntries(details.map(name => [name, asText(row[name])])) }),
  }
}

const asText = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
