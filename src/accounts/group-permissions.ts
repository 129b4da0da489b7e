import type { Reader } from '#store/store.ts'
import { fittingObject, storedValue } from '#store/stored-json.ts'
import defaultGroups from './default-groups.json' with { type: 'json' }

/** One group as meta=siteinfo lists it (formatversion 2), which is also how a site's own groups are stored. */
interface Group {
  readonly name: string
  readonly rights: readonly string[]
  readonly add?: readonly string[]
  readonly remove?: readonly string[]
  readonly 'add-self'?: readonly string[]
  readonly 'remove-self'?: readonly string[]
}

/** Which groups somebody may give and take, for others and for themselves. */
export interface ChangeableGroups {
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly 'add-self': readonly string[]
  readonly 'remove-self': readonly string[]
}

/** When an account counts as confirmed. MediaWiki's defaults ask for nothing. */
interface AutoconfirmRule {
  /** Seconds since registration. */
  readonly age: number
  readonly edits: number
}

/** Who may create an account: everybody, invited people, nobody. */
type Registration = 'open' | 'invitation' | 'closed'

/** `wiki` keeps what an imported wiki has, or else asks for an invitation. */
export type RegistrationSetting = 'wiki' | Registration

const IMPLICIT_GROUPS: readonly string[] = ['*', 'user', 'autoconfirmed']

/** What each group may do on this site. */
export class GroupPermissions {
  readonly groups: readonly Group[]
  readonly autoconfirm: AutoconfirmRule
  readonly registration: Registration
  readonly #rights: ReadonlyMap<string, readonly string[]>

  constructor(
    groups: readonly Group[] = defaultGroups,
    autoconfirm: AutoconfirmRule = { age: 0, edits: 0 },
    registration: Registration = 'open',
  ) {
    this.groups = groups
    this.registration = registration
    this.autoconfirm = autoconfirm
    this.#rights = new Map(groups.map(group => [group.name, group.rights]))
  }

  /** Groups that are given by hand, in the order of the settings. */
  get explicitGroups(): string[] {
    return this.groups.map(group => group.name).filter(name => !IMPLICIT_GROUPS.includes(name))
  }

  has(group: string): boolean {
    return this.#rights.has(group)
  }

  rightsOf(group: string): readonly string[] {
    return this.#rights.get(group) ?? []
  }

  /** Rights of a member of these groups, in the order in which the groups bring them. */
  rightsOfAll(groups: readonly string[]): string[] {
    return [...new Set(groups.flatMap(group => this.rightsOf(group)))]
  }

  /** Groups that have a right, in the order of the settings. */
  groupsWith(right: string): string[] {
    return this.groups.filter(group => group.rights.includes(right)).map(group => group.name)
  }

  implicitGroups(account: { registeredAt: number | null; editCount: number } | null, now: number): string[] {
    if (account === null) return ['*']
    const { age, edits } = this.autoconfirm
    const confirmed = account.editCount >= edits && now - (account.registeredAt ?? 0) >= age
    return confirmed ? ['*', 'user', 'autoconfirmed'] : ['*', 'user']
  }

  /** The right "userrights" opens every group; without it the groups' own rules count. */
  changeableBy(groups: readonly string[], rights: { has(right: string): boolean }): ChangeableGroups {
    if (rights.has('userrights')) {
      const all = this.explicitGroups
      return { add: all, remove: all, 'add-self': [], 'remove-self': [] }
    }
    const collect = (rule: keyof ChangeableGroups) => [
      ...new Set(this.groups.filter(group => groups.includes(group.name)).flatMap(group => group[rule] ?? [])),
    ]
    return {
      add: collect('add'),
      remove: collect('remove'),
      'add-self': collect('add-self'),
      'remove-self': collect('remove-self'),
    }
  }
}

/**
 * Reads the site's own groups and rule. `usergroups` and `autoconfirm` are an administrator's; without them, the
 * groups that an imported `siteinfo` lists hold. `given` are rights that settings of the server give to groups.
 */
export async function loadPermissions(
  db: Reader,
  access: 'public' | 'private' = 'public',
  registration: RegistrationSetting = 'open',
  given: Readonly<Record<string, readonly string[]>> = {},
): Promise<GroupPermissions> {
  const keys = ['usergroups', 'autoconfirm', 'siteinfo']
  const rows = await db.selectFrom('site_setting').selectAll().where('key', 'in', keys).execute()
  const stored = new Map(rows.map(row => [row.key, row.value]))
  const own = (key: string): unknown => {
    const text = stored.get(key)
    // What is not JSON is refused as a value that does not fit would be.
    return text === undefined ? undefined : (storedValue(text) ?? text)
  }
  const siteInfo = stored.get('siteinfo')
  const imported = siteInfo === undefined ? {} : fittingObject<{ usergroups: unknown }>(siteInfo)
  const groups = parseGroups(own('usergroups') ?? imported?.usergroups)
  const rule = parseRule(own('autoconfirm'))
  const who = registration === 'wiki' ? ownRegistration(groups) : registration
  const all = withGiven(withRegistration(groups ?? defaultGroups, who), given)
  // A wiki whose settings cannot be read may have been closed: visitors see nothing until they can be.
  const isClosed = access === 'private' || imported === null
  return new GroupPermissions(isClosed ? withoutStrangers(all) : all, rule, who)
}

/** A wiki that was imported goes on as it was; a new site is small at first. */
const ownRegistration = (groups: readonly Group[] | undefined): Registration =>
  groups?.some(({ name, rights }) => name === '*' && rights.includes('createaccount')) ? 'open' : 'invitation'

/** By invitation only those may make accounts who were given a group for it; on a closed site nobody may. */
function withRegistration(groups: readonly Group[], who: Registration): readonly Group[] {
  if (who === 'open') return groups
  const keeps = ({ name }: Group) => who === 'invitation' && !IMPLICIT_GROUPS.includes(name)
  return groups.map(group =>
    keeps(group) ? group : { ...group, rights: group.rights.filter(right => right !== 'createaccount') },
  )
}

const withGiven = (groups: readonly Group[], given: Readonly<Record<string, readonly string[]>>): readonly Group[] =>
  groups.map(group => {
    const rights = Object.keys(given).filter(right => given[right]!.includes(group.name))
    return rights.length === 0 ? group : { ...group, rights: [...new Set([...group.rights, ...rights])] }
  })

/** Reading takes an account. */
const withoutStrangers = (groups: readonly Group[]): Group[] =>
  groups.map(group => {
    const others = group.rights.filter(right => right !== 'read')
    if (group.name === '*') return { ...group, rights: others }
    return group.name === 'user' && !group.rights.includes('read') ? { ...group, rights: ['read', ...others] } : group
  })

function parseGroups(value: unknown): readonly Group[] | undefined {
  if (value === undefined) return undefined
  const isNames = (names: unknown) => Array.isArray(names) && names.every(name => typeof name === 'string')
  const isGroup = (group: Partial<Group> | null) => typeof group?.name === 'string' && isNames(group.rights)
  if (Array.isArray(value) && value.every(isGroup)) return value as Group[]
  throw new Error('The site setting "usergroups" must be a list of {name, rights: […]}, as meta=siteinfo shows it.')
}

function parseRule(value: unknown): AutoconfirmRule | undefined {
  if (value === undefined) return undefined
  const { age = 0, edits = 0 } = (value ?? {}) as Partial<AutoconfirmRule>
  if (Number.isFinite(age) && Number.isFinite(edits)) return { age, edits }
  throw new Error('The site setting "autoconfirm" must be {age: seconds, edits: number}.')
}
