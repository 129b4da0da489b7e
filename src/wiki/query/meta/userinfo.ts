import type { Account } from '#accounts/account.ts'
import type { ChangeableGroups } from '#accounts/group-permissions.ts'
import { optionsOf } from '#accounts/options.ts'
import { issueToken } from '#accounts/tokens.ts'
import { helpPage } from '../../api/help-page.ts'
import { manyOf, string } from '../../api/params/kinds.ts'
import { metaModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { optionalMembers } from '../../api/result/optional-members.ts'
import { asObject, content, list, realBooleans } from '../../api/result/shape.ts'
import { callerBlock } from '../../content/caller-block.ts'
import { hasNewTalk } from '../../content/new-talk.ts'
import { LIMITED, limitsFor } from '../../content/rate-limits.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import {
  blockFacts,
  blockMembers,
  centralFacts,
  centralMembers,
  memberFacts,
  membershipMembers,
  timeWriter,
} from '../families/people.ts'
import { optionMembers } from '../families/site/members.ts'

const userMembers = {
  id: 'integer',
  name: 'string',
  'anon?': 'boolean',
  ...optionalMembers(blockMembers),
  'messages?': 'boolean',
  'groups?': ['string'],
  'groupmemberships?': [membershipMembers],
  'implicitgroups?': ['string'],
  'rights?': ['string'],
  'changeablegroups?': { add: ['string'], remove: ['string'], 'add-self': ['string'], 'remove-self': ['string'] },
  'options?': optionMembers,
  'editcount?': 'integer',
  // By action and by whose actions count.
  'ratelimits?': { '*': { '*': { hits: 'integer', seconds: 'integer' } } },
  'realname?': 'string',
  'email?': 'string',
  'emailauthenticated?': 'string',
  'registrationdate?': 'string',
  'acceptlang?': [{ q: 'number', code: 'string' }],
  // The text "1000+" from a thousand on.
  'unreadcount?': 'integer|string',
  ...centralMembers,
  'latestcontrib?': 'string',
  'preferencestoken?': 'string',
} as const satisfies Members

type User = ResultOf<typeof userMembers>

export const userinfo = metaModule({
  name: 'userinfo',
  prefix: 'ui',
  classname: 'ApiQueryUserInfo',
  summary: 'Get information about the current user: name, groups, rights, preferences and limits.',
  helpUrls: [helpPage('Userinfo')],
  help: {
    examples: [
      ['action=query&meta=userinfo', 'simple'],
      ['action=query&meta=userinfo&uiprop=blockinfo|groups|rights|hasmsg', 'data'],
    ],
    params: {
      prop: {
        values: [
          'blockinfo',
          'hasmsg',
          'groups',
          'groupmemberships',
          'implicitgroups',
          'rights',
          'changeablegroups',
          'options',
          'editcount',
          'ratelimits',
          'email',
          'realname',
          'acceptlang',
          'registrationdate',
          'unreadcount',
          'centralids',
          'latestcontrib',
        ],
        valueParams: { unreadcount: [999, '1000+'] },
      },
    },
  },
  result: { userinfo: userMembers },
  params: {
    prop: manyOf(
      [
        'acceptlang',
        'blockinfo',
        'centralids',
        'changeablegroups',
        'editcount',
        'email',
        'groupmemberships',
        'groups',
        'hasmsg',
        'implicitgroups',
        'latestcontrib',
        'options',
        'ratelimits',
        'realname',
        'registrationdate',
        'rights',
        'unreadcount',
        'preferencestoken',
      ],
      { deprecatedvalues: ['preferencestoken'], takesAll: true },
    ),
    attachedwiki: string(),
  },

  async answer(q, a) {
    const { caller } = q.run
    const prop = new Set<string>(a.prop)
    const account = caller.account
    return {
      id: account?.id ?? 0,
      name: caller.name,
      ...(!account && { anon: true }),
      ...(prop.has('blockinfo') && (await ownBlock(q))),
      ...(prop.has('hasmsg') && { messages: await hasNewTalk(q.db, q.caller) }),
      ...(prop.has('groups') && { groups: list('g', [...caller.groups]) }),
      ...(prop.has('groupmemberships') && { groupmemberships: memberFacts(caller) }),
      ...(prop.has('implicitgroups') && { implicitgroups: list('g', [...caller.implicitGroups]) }),
      ...(prop.has('rights') && { rights: list('r', [...caller.rights]) }),
      ...(prop.has('changeablegroups') && { changeablegroups: changeableGroups(caller.changeableGroups()) }),
      ...(prop.has('options') && { options: await options(q) }),
      ...(prop.has('editcount') && { editcount: account?.editCount ?? 0 }),
      ...(prop.has('ratelimits') && { ratelimits: asObject(rateLimits(q)) }),
      ...(prop.has('realname') && { realname: account?.realName ?? '' }),
      ...(prop.has('email') && caller.can('viewmyprivateinfo') && mailFacts(account)),
      ...(prop.has('registrationdate') &&
        account?.registeredAt != null && { registrationdate: isoTimestamp(account.registeredAt) }),
      ...(prop.has('acceptlang') && { acceptlang: acceptedLanguages(q) }),
      ...(prop.has('unreadcount') && { unreadcount: await unreadCount(q) }),
      ...(prop.has('centralids') && centralFacts(q, account?.id ?? 0, a.attachedwiki)),
      ...(prop.has('latestcontrib') && (await latestContribution(q))),
      ...(prop.has('preferencestoken') && { preferencestoken: issueToken(caller, 'csrf', q.wiki.clock) }),
    }
  },
})

function rateLimits({ caller, wiki }: QueryRun): NonNullable<User['ratelimits']> {
  if (wiki.services.config.wikiRateLimits === 'none') return {}
  const limits = LIMITED.map(what => [what, limitsFor(caller, what)] as const)
  return Object.fromEntries(
    limits
      .filter(([, held]) => held.length > 0)
      .map(([what, held]) => [what, Object.fromEntries(held.map(({ counted, limit }) => [counted, { ...limit }]))]),
  )
}

async function ownBlock(q: QueryRun): Promise<Partial<ResultOf<typeof blockMembers>>> {
  const block = await callerBlock(q.db, q.caller, q.now)
  return block ? blockFacts(block, await timeWriter(q)) : {}
}

const changeableGroups = (groups: ChangeableGroups): User['changeablegroups'] => ({
  add: list('group', [...groups.add]),
  remove: list('group', [...groups.remove]),
  'add-self': list('group', [...groups['add-self']]),
  'remove-self': list('group', [...groups['remove-self']]),
})

/** Preferences of the user, with site defaults for the rest. */
async function options(q: QueryRun): Promise<ResultOf<typeof optionMembers>> {
  const defaults = q.site.info.defaultoptions ?? {}
  const own = q.caller.account ? await optionsOf(q.db, q.caller.account.id) : new Map<string, string | null>()
  const inOrder = [...own].sort(([a], [b]) => (a < b ? -1 : 1))
  // As in PHP, a stored text "0" becomes a number.
  const set = Object.fromEntries(inOrder.map(([name, value]) => [name, value === '0' ? 0 : value]))
  const all = { ...set, ...Object.fromEntries(Object.entries(defaults).filter(([name]) => !own.has(name))) }
  return realBooleans(all, Object.keys(all))
}

const mailFacts = (account: Account | null): Pick<User, 'email' | 'emailauthenticated'> => ({
  email: account?.email ?? '',
  ...(account?.emailConfirmedAt != null && { emailauthenticated: isoTimestamp(account.emailConfirmedAt) }),
})

function acceptedLanguages(q: QueryRun): User['acceptlang'] {
  const header = q.run.request.header('accept-language') ?? ''
  const wishes = header.split(',').flatMap(part => {
    const match = /^\s*([a-z0-9*-]+)(?:\s*;\s*q=([0-9.]+))?\s*$/i.exec(part)
    return match ? [{ code: match[1]!.toLowerCase(), q: Number(match[2] ?? 1) }] : []
  })
  wishes.sort((a, b) => b.q - a.q)
  return list(
    'lang',
    wishes.map(wish => content({ q: wish.q, code: wish.code }, 'code')),
  )
}

const MAX_UNREAD = 1000

/** Number of watched pages with unseen changes; "1000+" from a thousand on. */
async function unreadCount(q: QueryRun): Promise<number | string> {
  const { account } = q.caller
  if (!account) return 0
  const rows = await q.db
    .selectFrom('watch')
    .where('account_id', '=', account.id)
    .where('notified_at', 'is not', null)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', q.now)]))
    .select('id')
    .limit(MAX_UNREAD)
    .execute()
  return rows.length >= MAX_UNREAD ? `${MAX_UNREAD}+` : rows.length
}

async function latestContribution(q: QueryRun): Promise<Pick<User, 'latestcontrib'>> {
  const row = await q.db
    .selectFrom('revision')
    .innerJoin('actor', 'actor.id', 'revision.actor_id')
    .where('actor.name', '=', q.caller.name)
    .select('revision.timestamp')
    .orderBy('revision.timestamp', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { latestcontrib: isoTimestamp(row.timestamp) } : {}
}
