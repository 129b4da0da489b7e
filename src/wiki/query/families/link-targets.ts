// Shared by allfileusages, alllinks, allredirects and alltransclusions, which list the targets of one type of link.
import { type SqlBool, sql } from 'kysely'
import { type Statement, statement } from '#store/statement.ts'
import { continuation } from '../../api/params/common.ts'
import { boolean, string } from '../../api/params/kinds.ts'
import { type Key, looseNumber, text } from '../../api/query/keys.ts'
import { gathered, type Listing, listed } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { titleRange } from '../../api/query/title-range.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { asObject } from '../../api/result/shape.ts'
import { fail } from '../../messages/message.ts'
import type { IncomingTable } from './incoming-links.ts'
import type { LinkTable } from './outgoing-links.ts'

/** A target, with `ids` once for each page that links to it. */
export const targetMembers = { 'fromid?': 'integer', 'ns?': 'integer', 'title?': 'string' } as const satisfies Members

export const redirectTargetMembers = {
  ...targetMembers,
  'fragment?': 'string',
  'interwiki?': 'string',
} as const satisfies Members

/** Range of targets, and whether each is listed once or once per link. */
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
}

interface TargetRow {
  readonly title: string
  readonly from_id: number
  readonly fragment: string | null
  readonly interwiki: string | null
}

const nothing = sql<string | null>`null`

/** Links refer to link_target; redirects store their own targets. */
const linksOf = (table: LinkTable) => ({
  each: statement(db =>
    db
      .selectFrom('link_target as target')
      .innerJoin(`${table} as link` as 'page_link as link', 'link.target_id', 'target.id')
      .select(['target.title', 'link.from_id', nothing.as('fragment'), nothing.as('interwiki')]),
  ),
  targets: statement(db =>
    db
      .selectFrom('link_target as target')
      .where(sql<SqlBool>`exists (select 1 from ${sql.table(table)} as link where link.target_id = target.id)`)
      .select(['target.title', sql<number>`0`.as('from_id'), nothing.as('fragment'), nothing.as('interwiki')])
      .groupBy('target.title'),
  ),
  from: 'link.from_id',
})

const LINKS = {
  page_link: linksOf('page_link'),
  template_link: linksOf('template_link'),
  image_link: linksOf('image_link'),
  redirect: {
    each: statement(db =>
      db
        .selectFrom('redirect as target')
        .select(['target.title', 'target.from_id', 'target.fragment', 'target.interwiki']),
    ),
    targets: statement(db =>
      db
        .selectFrom('redirect as target')
        .select(['target.title', sql<number>`0`.as('from_id'), nothing.as('fragment'), nothing.as('interwiki')])
        .groupBy('target.title'),
    ),
    from: 'target.from_id',
  },
}

/** All link targets in a namespace by title, with the links to each by page. */
export function linkedTitles(
  q: QueryRun,
  table: IncomingTable,
  ns: number,
  a: TargetArgs,
): Listing<never, never, ResultOf<typeof redirectTargetMembers>> {
  refuseDetailsOfUnique(q, a)
  const { each, targets, from } = LINKS[table]
  const source = (a.unique ? targets : each) as Statement<never, never, TargetRow>
  // `from` and `to` stay in ascending title order even if the list is read backwards.
  const range = titleRange(q, 'target.title', { ...a, ns, dir: 'ascending' })
  const prop = new Set(a.prop)
  const query = source.and([['target.ns', '=', ns], ...range])
  const fromKey = looseNumber(from, 'from_id')
  return listed(a.unique || table === 'redirect' ? query : titleByTitle(query, fromKey), {
    keys: a.unique ? [text('target.title')] : [text('target.title'), fromKey],
    item: row =>
      asObject({
        ...(prop.has('ids') && { fromid: row.from_id }),
        ...(prop.has('title') && q.pageName(ns, row.title)),
        ...(prop.has('fragment') && row.fragment ? { fragment: row.fragment } : {}),
        ...(prop.has('interwiki') && row.interwiki ? { interwiki: row.interwiki } : {}),
      }),
    page: row => (a.unique ? { ns, title: row.title } : { id: row.from_id }),
  })
}

/**
 * Continues with the rest of one title, then with the titles after it. No index has both columns, so a single query
 * would read all links to the title again.
 */
const titleByTitle = (query: Statement<never, never, TargetRow>, fromKey: Key<Pick<TargetRow, 'from_id'>>) =>
  gathered<TargetRow>(wanted => {
    const keys = [text('target.title'), fromKey]
    if (wanted.after === undefined) return wanted.rows(query, keys, wanted.take)
    const [title, fromId] = wanted.after
    return wanted.inTurn(['rest', 'others'], (part, take) =>
      part === 'rest'
        ? wanted.rows(query.and([['target.title', '=', title]]), [fromKey], take, [fromId!])
        : wanted.rows(query.and([['target.title', wanted.beyond, title]]), keys, take),
    )
  })

/** A title listed once cannot show its sources. */
function refuseDetailsOfUnique(q: QueryRun, a: TargetArgs): void {
  const details = a.unique ? a.prop.filter(value => value !== 'title') : []
  if (details.length === 0) return
  // Like MediaWiki, without the generator prefix.
  const { prefix } = q.module
  fail('apierror-invalidparammix-cannotusewith', [`${prefix}prop=${details.join('|')}`, `${prefix}unique`])
}
