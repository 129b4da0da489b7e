import { helpPage } from '../../api/help-page.ts'
import { strings } from '../../api/params/common.ts'
import { integer, manyOf, string } from '../../api/params/kinds.ts'
import { gathered, listed, listModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { optionalMembers } from '../../api/result/optional-members.ts'
import { list } from '../../api/result/shape.ts'
import { isHidden, type Person, peopleById, peopleByName } from '../../content/people.ts'
import { type ApiMessage, apiMessage } from '../../messages/message.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { canonicalUserName, isCreatableUserName } from '../../site/user-names.ts'
import { objectionToAddress } from '../families/account-creation.ts'
import {
  accountMembers,
  blockFacts,
  blockMembers,
  centralFacts,
  centralMembers,
  groupNames,
  memberFacts,
  membershipMembers,
  timeWriter,
} from '../families/people.ts'

const userMembers = {
  'userid?': 'integer',
  'name?': 'string',
  'invalid?': 'boolean',
  'missing?': 'boolean',
  'cancreate?': 'boolean',
  'cancreateerror?': [{ message: 'string', params: ['any'], code: 'string', type: 'string' }],
  ...accountMembers,
  'registration?': 'string|null',
  'groupmemberships?': [membershipMembers],
  ...optionalMembers(blockMembers),
  'emailable?': 'boolean',
  'gender?': 'string',
  ...centralMembers,
} as const satisfies Members

type User = ResultOf<typeof userMembers>

export const users = listModule({
  name: 'users',
  prefix: 'us',
  classname: 'ApiQueryUsers',
  tag: 'user',
  cacheable: a => a.token === undefined,
  summary: 'Get information about given users.',
  helpUrls: [helpPage('Users')],
  help: {
    examples: [['action=query&list=users&ususers=Example&usprop=groups|editcount|gender', 'simple']],
    params: {
      prop: {
        values: [
          'blockinfo',
          'groups',
          'groupmemberships',
          'implicitgroups',
          'rights',
          'editcount',
          'registration',
          'emailable',
          'gender',
          'centralids',
          'cancreate',
        ],
      },
      token: { words: 'Use meta=tokens instead.' },
    },
  },
  result: { users: [userMembers] },
  params: {
    prop: manyOf([
      'blockinfo',
      'cancreate',
      'centralids',
      'editcount',
      'emailable',
      'gender',
      'groupmemberships',
      'groups',
      'implicitgroups',
      'registration',
      'rights',
    ]),
    attachedwiki: string(),
    users: strings(),
    userids: integer({ multi: true }),
    token: manyOf(['userrights'], { deprecated: true }),
  },

  async listing(q, a) {
    q.requireAtMostOneOf(a, 'userids', 'users')
    const { permissions } = q.wiki.services
    const requested = a.userids ? byIds(a.userids) : byNames(q, a.users ?? [])
    const prop = new Set<string>(a.prop)
    const unneeded = {
      groups: !WITH_GROUPS.some(name => prop.has(name)),
      options: !(prop.has('gender') || prop.has('emailable')),
    }
    const names = requested.flatMap(entry => ('name' in entry ? [entry.name] : []))
    const people = a.userids
      ? await peopleById(q.db, permissions, a.userids, q.now, unneeded)
      : await peopleByName(q.db, permissions, names, q.now, unneeded)
    const visible = [...people.values()].filter(person => !isHidden(person) || q.caller.can('hideuser'))
    const byKey = new Map<string | number, Person>(
      visible.flatMap(person => [[person.account.name, person] as const, [person.account.id, person] as const]),
    )
    const write = prop.has('blockinfo') ? await timeWriter(q) : String
    const objection = prop.has('cancreate') ? await objectionToAddress(q.run) : null
    // Every requested user gets a result, even those in no table.
    const query = gathered(async () => requested)
    return listed(query, {
      keys: [],
      item: (entry): User => {
        if ('invalid' in entry) return { name: entry.invalid, invalid: true }
        const person = byKey.get('id' in entry ? entry.id : entry.name)
        if (person) return describe(q, person, prop, a, write)
        if ('id' in entry) return { userid: entry.id, missing: true }
        return {
          name: entry.name,
          missing: true,
          ...(prop.has('cancreate') && canCreate(q, entry.name, people, objection)),
        }
      },
    })
  },
})

/** What depends on the groups of a user. */
const WITH_GROUPS = ['groups', 'groupmemberships', 'rights']

type RequestedUser = { readonly id: number } | { readonly name: string } | { readonly invalid: string }

const byIds = (ids: readonly number[]): RequestedUser[] => ids.map(id => ({ id }))

/** Invalid names first, then the others as sent. */
function byNames(q: QueryRun, texts: readonly string[]): RequestedUser[] {
  const invalid: RequestedUser[] = []
  const names = new Set<string>()
  for (const text of texts) {
    const name = canonicalUserName(q.site, text)
    if (name === null) invalid.push({ invalid: text })
    else names.add(name)
  }
  return [...invalid, ...[...names].map(name => ({ name }))]
}

/** Whether an account with this name could be created; a hidden account already has the name. */
function canCreate(q: QueryRun, name: string, people: ReadonlyMap<number, Person>, objection: ApiMessage | null): User {
  const taken = [...people.values()].some(person => person.account.name === name)
  const errors = taken
    ? [apiMessage('userexists')]
    : isCreatableUserName(q.site, name)
      ? [objection].filter(each => each !== null)
      : [apiMessage('noname')]
  if (errors.length === 0) return { cancreate: q.caller.can('createaccount') }
  return {
    cancreate: false,
    cancreateerror: list(
      'e',
      errors.map(({ key, params, code }) => ({
        message: key,
        params: list('param', [...params]),
        code,
        type: 'error',
      })),
    ),
  }
}

function describe(
  q: QueryRun,
  person: Person,
  prop: ReadonlySet<string>,
  a: { readonly attachedwiki: string | undefined },
  write: (seconds: number) => string,
): User {
  const { account } = person
  const groups = [...groupNames(person), ...person.implicitGroups]
  return {
    userid: account.id,
    name: account.name,
    ...(isHidden(person) && { hidden: true }),
    ...(prop.has('editcount') && { editcount: account.editCount }),
    ...(prop.has('registration') && {
      registration: account.registeredAt === null ? null : isoTimestamp(account.registeredAt),
    }),
    ...(prop.has('groups') && { groups: list('g', groups) }),
    ...(prop.has('groupmemberships') && { groupmemberships: memberFacts(person) }),
    ...(prop.has('implicitgroups') && { implicitgroups: list('g', [...person.implicitGroups]) }),
    ...(prop.has('rights') && { rights: list('r', q.wiki.services.permissions.rightsOfAll(groups)) }),
    ...(prop.has('blockinfo') && person.block && blockFacts(person.block, write)),
    ...(prop.has('emailable') && { emailable: person.takesMail }),
    ...(prop.has('gender') && { gender: person.gender === '' ? 'unknown' : person.gender }),
    ...(prop.has('centralids') && centralFacts(q, account.id, a.attachedwiki, isHidden(person))),
  }
}
