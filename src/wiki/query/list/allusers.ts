import { type ExpressionBuilder, sql } from 'kysely'
import { RIGHTS } from '#accounts/rights.ts'
import { afterPrefix } from '#store/keyset.ts'
import type { Database } from '#store/tables/database.ts'
import { helpPage } from '../../api/help-page.ts'
import { listed, listModule } from '../../api/module.ts'
import { ascending, groups } from '../../api/params/common.ts'
import { boolean, limit, manyOf, string } from '../../api/params/kinds.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { list, type Row } from '../../api/result/shape.ts'
import { isHidden, type Person, peopleById } from '../../content/people.ts'
import { upperFirst } from '../../site/letter-case.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { blockFacts, centralFacts, groupNames, timeWriter } from '../families/people.ts'

export const allusers = listModule({
  name: 'allusers',
  prefix: 'au',
  classname: 'ApiQueryAllUsers',
  tag: 'u',
  cacheable: true,
  summary: 'The accounts of the wiki, by name, with their groups and rights if asked for.',
  helpUrls: [helpPage('Allusers')],
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

  async listing(q, a) {
    const up = a.dir === 'ascending'
    const rows = await accounts(q, a, up)
    const prop = new Set<string>(a.prop)
    const people = await peopleById(
      q.db,
      q.wiki.services.permissions,
      rows.map(row => row.id),
      q.now,
    )
    const write = prop.has('blockinfo') ? await timeWriter(q) : String
    return listed(rows, {
      item: row => describe(q, people.get(row.id)!, prop, a, write, row.actions),
      next: row => row.name,
      continueParam: 'from',
    })
  },
})

interface UserArgs {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly prefix: string | undefined
  readonly group: readonly string[] | undefined
  readonly excludegroup: readonly string[] | undefined
  readonly rights: readonly string[] | undefined
  readonly limit: number
  readonly witheditsonly: boolean
  readonly activeusers: boolean
  readonly attachedwiki: string | undefined
}

const ACTIVE_DAYS = 30

async function accounts(q: QueryRun, a: UserArgs, up: boolean) {
  const granting = a.rights && a.rights.length > 0 ? groupsWithRights(q, a.rights) : null
  if (granting?.length === 0) return []
  const groups = granting ? [...new Set([...(a.group ?? []), ...granting])] : a.group
  q.requireAtMostOneOf({ ...a, group: groups }, 'group', 'excludegroup')
  let query = q.db
    .selectFrom('account')
    .select(['account.id', 'account.name'])
    .orderBy('account.name', up ? 'asc' : 'desc')
    .limit(a.limit + 1)
  const name = (text: string) => upperFirst(text.replaceAll('_', ' '), q.site.language)
  const [low, high] = up ? [a.from, a.to] : [a.to, a.from]
  if (low !== undefined) query = query.where('account.name', '>=', name(low))
  if (high !== undefined) query = query.where('account.name', '<=', name(high))
  if (a.prefix !== undefined && a.prefix !== '') {
    const past = afterPrefix(name(a.prefix))
    query = query.where('account.name', '>=', name(a.prefix))
    if (past !== null) query = query.where('account.name', '<', past)
  }
  if (groups && groups.length > 0) query = query.where(eb => eb.exists(membership(eb, q.now, groups)))
  if (a.excludegroup && a.excludegroup.length > 0) {
    query = query.where(eb => eb.not(eb.exists(membership(eb, q.now, a.excludegroup!))))
  }
  if (!q.caller.can('hideuser')) {
    query = query.where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('block')
            .whereRef('block.account_id', '=', 'account.id')
            .where('block.hide_name', '=', 1)
            .select('block.id'),
        ),
      ),
    )
  }
  if (a.witheditsonly) query = query.where('account.edit_count', '>', 0)
  const actions = recentActions(q.now)
  const counted = query.select(a.activeusers ? actions.as('actions') : sql<number>`0`.as('actions'))
  return (a.activeusers ? counted.where(actions, '>', 0) : counted).execute()
}

const membership = (eb: ExpressionBuilder<Database, 'account'>, now: number, groups: readonly string[]) =>
  eb
    .selectFrom('account_group as member')
    .whereRef('member.account_id', '=', 'account.id')
    .where('member.group_name', 'in', [...groups])
    .where(or => or.or([or('member.expires_at', 'is', null), or('member.expires_at', '>', now)]))
    .select('member.account_id')

/** The groups that give any of these rights. Nobody is a member of the implicit ones by name. */
const groupsWithRights = (q: QueryRun, rights: readonly string[]): string[] =>
  q.wiki.services.permissions.groups
    .filter(group => group.rights.some(right => rights.includes(right)))
    .map(group => group.name)

/** What somebody did in the last thirty days, leaving out that they signed up. */
const recentActions = (now: number) => sql<number>`(
  select count(*) from recent_change as rc join actor on actor.id = rc.actor_id
  where actor.account_id = account.id and rc.type <> 5 and rc.timestamp >= ${now - ACTIVE_DAYS * 86_400}
    and (rc.log_type is null or rc.log_type <> 'newusers'))`

function describe(
  q: QueryRun,
  person: Person,
  prop: ReadonlySet<string>,
  a: UserArgs,
  write: (seconds: number) => string,
  actions: number,
): Row {
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
