import { type SqlBool, sql } from 'kysely'
import { padded } from '#store/keyset.ts'
import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation, namespaces, newerOlder } from '../../api/params/common.ts'
import { type Args, boolean, integer, limit, manyOf, string, timestamp, user } from '../../api/params/kinds.ts'
import { tieBreak, timeKeys } from '../../api/query/keys.ts'
import { gathered, listed, listModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { timeRange } from '../../api/query/range.ts'
import { selectRevisions } from '../../content/revisions.ts'
import { fail } from '../../messages/message.ts'
import { onlyVisible } from '../../site/hidden-parts.ts'
import { contributionAuthors } from '../families/contribution-authors.ts'
import {
  AUTOPATROLLED,
  type Contribution,
  contributionItems,
  contributionMembers,
  UNPATROLLED,
} from '../families/contribution-items.ts'
import { type Condition, tagConditions } from '../families/revision-filters.ts'
import { showFilters } from '../families/show-filters.ts'

const params = {
  limit: limit(),
  start: timestamp(),
  end: timestamp(),
  continue: continuation(),
  user: user({ multi: true, subtypes: ['name', 'ip', 'interwiki'] }),
  userids: integer({ multi: true }),
  userprefix: string(),
  dir: newerOlder(),
  namespace: namespaces(),
  prop: manyOf(
    ['comment', 'flags', 'ids', 'parsedcomment', 'patrolled', 'size', 'sizediff', 'tags', 'timestamp', 'title'],
    { default: ['ids', 'title', 'timestamp', 'comment', 'size', 'flags'] },
  ),
  show: manyOf([
    '!autopatrolled',
    '!minor',
    '!new',
    '!patrolled',
    '!top',
    'autopatrolled',
    'minor',
    'new',
    'patrolled',
    'top',
  ]),
  tag: string(),
  toponly: boolean({ deprecated: true }),
  iprange: string({ unlisted: true }),
}
type UsercontribsArgs = Args<typeof params>
type Show = NonNullable<UsercontribsArgs['show']>[number]

export const usercontribs = listModule({
  name: 'usercontribs',
  prefix: 'uc',
  classname: 'ApiQueryUserContribs',
  tag: 'item',
  cacheable: true,
  summary: 'List edits by users, newest first.',
  helpUrls: [helpPage('Usercontribs')],
  help: {
    examples: [
      ['action=query&list=usercontribs&ucuser=Example', 'user'],
      ['action=query&list=usercontribs&ucuserprefix=192.0.2.', 'ipprefix'],
    ],
    params: {
      userprefix: { words: 'List edits of all users whose names start with this prefix.' },
      iprange: { words: 'List edits of all IP addresses in this CIDR range.' },
      prop: {
        values: [
          'ids',
          'title',
          'timestamp',
          'comment',
          'parsedcomment',
          'size',
          'sizediff',
          'flags',
          'patrolled',
          'tags',
        ],
      },
      show: { params: [630720000] },
    },
  },
  result: { usercontribs: [contributionMembers] },
  params,

  async listing(q, a) {
    q.requireAtMostOneOf(a, 'user', 'userids', 'userprefix', 'iprange')
    const authors = await contributionAuthors(q, a, () => filters(q, a))
    if (authors === null) return null
    // One user after the other, each from their own index range, which avoids sorting.
    const query = gathered<Contribution>(async wanted => {
      const actors = await authors.find(wanted)
      if (actors.length === 0) return []
      const conditions = [...timeRange('revision.timestamp', a), ...(await filters(q, a))]
      const { edits, keys } = patrolling(q, a)
      const fitting = edits.and(conditions)
      return wanted.inTurn(actors, async (author, take) => {
        const theirs = fitting.where('revision.actor_id', '=', author.id)
        const rows = await wanted.rows(theirs, keys, take, authors.after(author, wanted.after))
        return rows.map(row => ({ ...row, author }))
      })
    })
    return listed(query, {
      keys: [...authors.keys, ...timeKeys('revision')],
      items: rows => contributionItems(q, new Set(a.prop), rows),
    })
  },
})

const selectEdits = (db: Reader) => selectRevisions(db).select('page.latest_rev')

const EDITS = statement(db => selectEdits(db).select(sql<number | null>`null`.as('patrolled')))
/** Patrol status is known only while an edit is in recent changes. */
const WITH_PATROL = statement(db =>
  selectEdits(db).leftJoin('recent_change', 'recent_change.this_rev', 'revision.id').select('recent_change.patrolled'),
)
const PATROL_KEYS = [...timeKeys('revision'), tieBreak('recent_change.id')] as const

function patrolling(q: QueryRun, a: UsercontribsArgs) {
  const states = (a.show ?? []).flatMap(value => PATROL[value] ?? [])
  if (states.length === 0 && !a.prop.includes('patrolled')) return { edits: EDITS, keys: timeKeys('revision') }
  if (!q.caller.can('patrol') && !q.caller.can('patrolmarks')) fail('apierror-permissiondenied-patrolflag')
  return { edits: WITH_PATROL.and(states), keys: PATROL_KEYS }
}

const patrolState = sql.ref('recent_change.patrolled')
const PATROL: Partial<Record<Show, Condition>> = {
  patrolled: sql<SqlBool>`${patrolState} <> ${UNPATROLLED}`,
  '!patrolled': sql<SqlBool>`${patrolState} = ${UNPATROLLED}`,
  autopatrolled: sql<SqlBool>`${patrolState} = ${AUTOPATROLLED}`,
  '!autopatrolled': sql<SqlBool>`${patrolState} <> ${AUTOPATROLLED}`,
}

const KINDS: Partial<Record<Show, Condition>> = {
  minor: sql<SqlBool>`revision.minor <> 0`,
  '!minor': sql<SqlBool>`revision.minor = 0`,
  top: sql<SqlBool>`revision.id = page.latest_rev`,
  '!top': sql<SqlBool>`revision.id <> page.latest_rev`,
  new: sql<SqlBool>`revision.parent_id = 0`,
  '!new': sql<SqlBool>`revision.parent_id <> 0`,
}

async function filters(q: QueryRun, a: UsercontribsArgs): Promise<Condition[]> {
  const show = showFilters<Show>([...(a.show ?? []), ...(a.toponly ? (['top'] as const) : [])])
  if (show.has('autopatrolled') && show.has('!patrolled')) fail('apierror-show')
  const visible = onlyVisible('revision.deleted', 'user', q.caller)
  return [
    ...[...show].flatMap(value => KINDS[value] ?? []),
    ...(visible ? [visible] : []),
    // The no-op plus keeps the planner on the index of the author's edits.
    ...(a.namespace?.length ? [sql<SqlBool>`+page.ns in (${sql.join(padded(a.namespace))})`] : []),
    ...(await tagConditions(q, 'revision.id', a.tag)),
  ]
}
