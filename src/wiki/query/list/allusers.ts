import { type SqlBool, sql } from 'kysely'
import { RIGHTS } from '#accounts/rights.ts'
import { afterPrefix, padded } from '#store/keyset.ts'
import { statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { ascending, groups } from '../../api/params/common.ts'
import { boolean, limit, manyOf, string } from '../../api/params/kinds.ts'
import { text } from '../../api/query/keys.ts'
import { listed, listModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { range } from '../../api/query/range.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { optionalMembers } from '../../api/result/optional-members.ts'
import { list } from '../../api/result/shape.ts'
import { isHidden, type Person, peopleById } from '../../content/people.ts'
import { upperFirst } from '../../site/letter-case.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import {
  accountMembers,
  blockFacts,
  blockMembers,
  centralFacts,
  centralMembers,
  groupNames,
  timeWriter,
} from '../families/people.ts'
import type { Condition } from '../families/revision-filters.ts'

const userMembers = {
  userid: 'integer',
  name: 'string',
  ...centralMembers,
  ...optionalMembers(blockMembers),
  ...accountMembers,
  'recentactions?': 'integer',
  // Empty if unknown.
  'registration?': 'string',
} as const satisfies Members

export const allusers = listModule({
  name: 'allusers',
  prefix: 'au',
  classname: 'ApiQueryAllUsers',
  tag: 'u',
  cacheable: true,
  summary: 'List all registered users by name, optionally with groups and rights.',
  helpUrls: [helpPage('Allusers')],
  help: {
    examples: [['action=query&list=allusers&aufrom=Y', 'y']],
    params: {
      prop: { values: ['blockinfo', 'groups', 'implicitgroups', 'rights', 'editcount', 'registration', 'centralids'] },
      witheditsonly: { words: 'List only users with edits.' },
      activeusers: { words: 'List only recently active users.', params: [30] },
    },
  },
  result: { allusers: [userMembers] },
  params: {
    from: string(),
    to: string(),
    prefix: string(),
    dir: ascending(),
    group: groups(),
    excludegroup: groups(),
    rights: manyOf(RIGHTS),
    prop: manyOf(['blockinfo', 'centralids', 'editcount', 'groups', 'implicitgroups', 'registration', 'rights']),
    limit: limit(),
    witheditsonly: boolean(),
    activeusers: boolean(),
    attachedwiki: string(),
  },

  listing(q, a) {
    const granting = a.rights && a.rights.length > 0 ? groupsWithRights(q, a.rights) : null
    if (granting?.length === 0) return null
    const groups = granting ? [...new Set([...(a.group ?? []), ...granting])] : a.group
    q.requireAtMostOneOf({ ...a, group: groups }, 'group', 'excludegroup')
    const name = (text: string | undefined) =>
      text === undefined ? undefined : upperFirst(text.replaceAll('_', ' '), q.site.language)
    const prefix = a.prefix === '' ? undefined : name(a.prefix)
    const prop = new Set<string>(a.prop)
    return listed(
      ACCOUNTS.and(range('account.name', a.dir, name(a.from), name(a.to)))
        .where('account.name', '>=', prefix)
        .where('account.name', '<', prefix === undefined ? undefined : (afterPrefix(prefix) ?? undefined))
        .where(groups && groups.length > 0 ? isMember(q.now, groups) : null)
        .where(a.excludegroup && a.excludegroup.length > 0 ? not(isMember(q.now, a.excludegroup)) : null)
        .where(q.caller.can('hideuser') ? null : not(IS_HIDDEN))
        .where('account.edit_count', '>', a.witheditsonly ? 0 : undefined)
        .where(a.activeusers ? sql<SqlBool>`${recentActions(q.now)} > 0` : null),
      {
        keys: [text('account.name')],
        // The next request continues with the name.
        continueParam: 'from',
        items: async rows => {
          const ids = rows.map(row => row.id)
          const people = await peopleById(q.db, q.wiki.services.permissions, ids, q.now)
          const actions = a.activeusers ? await actionsOf(q, ids) : null
          const write = prop.has('blockinfo') ? await timeWriter(q) : String
          return row => describe(q, people.get(row.id)!, prop, a, write, actions?.get(row.id) ?? 0)
        },
      },
    )
  },
})

const ACCOUNTS = statement(db => db.selectFrom('account').select(['account.id', 'account.name']))

const not = (condition: Condition): Condition => sql<SqlBool>`not ${condition}`

const IS_HIDDEN = sql<SqlBool>`exists (select 1 from block where block.account_id = account.id and block.hide_name = 1)`

const isMember = (now: number, groups: readonly string[]): Condition => sql<SqlBool>`exists (
  select 1 from account_group as member where member.account_id = account.id
    and member.group_name in (${sql.join(padded(groups))})
    and (member.expires_at is null or member.expires_at > ${now}))`

interface UserArgs {
  readonly activeusers: boolean
  readonly attachedwiki: string | undefined
}

const ACTIVE_DAYS = 30

/** Groups with any of these rights. Implicit groups have no stored members. */
const groupsWithRights = (q: QueryRun, rights: readonly string[]): string[] =>
  q.wiki.services.permissions.groups
    .filter(group => group.rights.some(right => rights.includes(right)))
    .map(group => group.name)

/** Number of actions in the last thirty days, except signing up. */
const recentActions = (now: number) => sql<number>`(
  select count(*) from recent_change as rc join actor on actor.id = rc.actor_id
  where actor.account_id = account.id and rc.type <> 5 and rc.timestamp >= ${now - ACTIVE_DAYS * 86_400}
    and (rc.log_type is null or rc.log_type <> 'newusers'))`

async function actionsOf(q: QueryRun, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await q.db
    .selectFrom('account')
    .where('id', 'in', padded(ids))
    .select(['id', recentActions(q.now).as('actions')])
    .execute()
  return new Map(rows.map(row => [row.id, row.actions]))
}

function describe(
  q: QueryRun,
  person: Person,
  prop: ReadonlySet<string>,
  a: UserArgs,
  write: (seconds: number) => string,
  actions: number,
): ResultOf<typeof userMembers> {
  const { account } = person
  const groups = [...person.implicitGroups, ...groupNames(person)]
  return {
    userid: account.id,
    name: account.name,
    ...(prop.has('centralids') && centralFacts(q, account.id, a.attachedwiki, isHidden(person))),
    ...(prop.has('blockinfo') && person.block && blockFacts(person.block, write)),
    ...(isHidden(person) && { hidden: true }),
    ...(prop.has('editcount') && { editcount: account.editCount }),
    ...(a.activeusers && { recentactions: Number(actions) }),
    ...(prop.has('registration') && {
      registration: account.registeredAt === null ? '' : isoTimestamp(account.registeredAt),
    }),
    ...(prop.has('groups') && { groups: list('g', groups) }),
    ...(prop.has('implicitgroups') && { implicitgroups: list('g', [...person.implicitGroups]) }),
    ...(prop.has('rights') && { rights: list('r', q.wiki.services.permissions.rightsOfAll(groups)) }),
  }
}
