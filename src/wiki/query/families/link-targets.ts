// allfileusages, alllinks, allredirects and alltransclusions list what is linked to, each over its own kind of link.
import { sql } from 'kysely'
import { type Listing, listed } from '../../api/module.ts'
import { continuation } from '../../api/params/common.ts'
import { boolean, string } from '../../api/params/kinds.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { titleBounds } from '../../api/query/title-range.ts'
import { asObject } from '../../api/result/shape.ts'
import { fail } from '../../messages/message.ts'
import type { IncomingTable } from './incoming-links.ts'

/** From which target to which, and whether each is named once or once per link. */
export const targetRange = () => ({
  continue: continuation(),
  from: string(),
  to: string(),
  prefix: string(),
  unique: boolean(),
})

interface TargetArgs {
  readonly continue: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
  readonly prefix: string | undefined
  readonly unique: boolean
  readonly prop: readonly string[]
  readonly limit: number
  readonly dir: 'ascending' | 'descending'
}

interface TargetRow {
  readonly title: string
  readonly from_id: number
  readonly fragment: string | null
  readonly interwiki: string | null
}

/** Everything of one namespace that is linked to, by title, and each title's links by the page they are on. */
export async function linkedTitles(
  q: QueryRun,
  table: IncomingTable,
  ns: number,
  a: TargetArgs,
): Promise<Listing<never>> {
  refuseDetailsOfUnique(q, a)
  const rows = await readTargets(q, table, ns, a)
  const prop = new Set(a.prop)
  return listed(rows, {
    item: row =>
      asObject({
        ...(prop.has('ids') && { fromid: row.from_id }),
        ...(prop.has('title') && q.pageName(ns, row.title)),
        ...(prop.has('fragment') && row.fragment ? { fragment: row.fragment } : {}),
        ...(prop.has('interwiki') && row.interwiki ? { interwiki: row.interwiki } : {}),
      }),
    next: row => (a.unique ? row.title : `${row.title}|${row.from_id}`),
    page: row => (a.unique ? { ns, title: row.title } : { id: row.from_id }),
  })
}

/** A title that is named once cannot say from where it is linked. */
function refuseDetailsOfUnique(q: QueryRun, a: TargetArgs): void {
  const details = a.unique ? a.prop.filter(value => value !== 'title') : []
  if (details.length === 0) return
  // As MediaWiki names them: without the letter that marks the parameters of a generator.
  const { prefix } = q.module
  fail('apierror-invalidparammix-cannotusewith', [`${prefix}prop=${details.join('|')}`, `${prefix}unique`])
}

async function readTargets(q: QueryRun, table: IncomingTable, ns: number, a: TargetArgs): Promise<TargetRow[]> {
  const after = a.unique ? q.cursor(a.continue, 'string') : q.cursor(a.continue, 'string', 'loose')
  // These lists run from `from` to `to` in the order of titles even when they are read backwards.
  const { low, high, past } = titleBounds(q, { ...a, ns, dir: 'ascending', from: after ? undefined : a.from })
  const up = a.dir === 'ascending'
  const isRedirect = table === 'redirect'
  // A kind of link brings its targets through link_target; redirects name theirs themselves.
  const source = isRedirect ? sql`redirect as target` : sql`link_target as target`
  const link = isRedirect ? sql`` : sql`join ${sql.table(table)} as link on link.target_id = target.id`
  const fromId = isRedirect ? sql`target.from_id` : sql`link.from_id`
  const details = isRedirect ? sql`target.fragment, target.interwiki` : sql`null as fragment, null as interwiki`
  const order = sql.raw(up ? 'asc' : 'desc')
  const conditions = [
    sql`target.ns = ${ns}`,
    ...(low === null ? [] : [sql`target.title >= ${low}`]),
    ...(high === null ? [] : [sql`target.title <= ${high}`]),
    ...(past === null ? [] : [sql`target.title < ${past}`]),
    ...(after ? [sql`target.title ${sql.raw(up ? '>=' : '<=')} ${after[0]}`] : []),
    ...(after && after.length === 2
      ? [sql`(target.title <> ${after[0]} or ${fromId} ${sql.raw(up ? '>=' : '<=')} ${after[1]})`]
      : []),
  ]
  const where = sql.join(conditions, sql` and `)
  const limit = a.limit + 1
  const query = a.unique
    ? sql<TargetRow>`select target.title, 0 as from_id, null as fragment, null as interwiki from ${source}
        where ${where} ${isRedirect ? sql`` : sql`and exists (select 1 from ${sql.table(table)} as link where link.target_id = target.id)`}
        group by target.title order by target.title ${order} limit ${limit}`
    : sql<TargetRow>`select target.title, ${fromId} as from_id, ${details} from ${source} ${link}
        where ${where} order by target.title ${order}, ${fromId} ${order} limit ${limit}`
  return (await query.execute(q.db)).rows
}
