import type { Reader } from '#store/store.ts'
import { fittingObject, storedValue } from '#store/stored-json.ts'
import defaultGroups from './default-groups.json' with { type: 'json' }

/** A group in the format of meta=siteinfo (formatversion 2), which is also the storage format. */
interface Group {
  readonly name: string
  readonly rights: readonly string[]
  readonly add?: readonly string[]
  readonly remove?: readonly string[]
  readonly 'add-self'?: readonly string[]
  readonly 'remove-self'?: readonly string[]
}

/** Groups that a caller may grant and revoke, for others and for themselves. */
export interface ChangeableGroups {
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly 'add-self': readonly string[]
  readonly 'remove-self': readonly string[]
}

/** When an account becomes autoconfirmed. By default immediately, as in MediaWiki. */
interface AutoconfirmRule {
  /** Seconds since registration. */
  readonly age: number
  readonly edits: number
}

/** Who may create an account: everyone, invited people, no one. */
type Registration = 'open' | 'invitation' | 'closed'

/** `wiki` keeps the setting of an imported wiki, and otherwise means `invitation`. */
export type RegistrationSetting = 'wiki' | Registration

const IMPLICIT_GROUPS: readonly string[] = ['*', 'user', 'autoconfirmed']

/** The rights of each group on this site. */
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

  /** Groups that are assigned to accounts, in the order of the settings. */
  get explicitGroups(): string[] {
    return this.groups.map(group => group.name).filter(name => !IMPLICIT_GROUPS.includes(name))
  }

  has(group: string): boolean {
    return this.#rights.has(group)
  }

  rightsOf(group: string): readonly string[] {
    return this.#rights.get(group) ?? []
  }

  /** Combined rights of these groups, in the order in which the groups grant them. */
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

  /** "userrights" covers every group; without it, the rules of the caller's groups apply. */
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
 * Loads the site's groups and autoconfirm rule. The settings `usergroups` and `autoconfirm` take precedence over the
 * groups of an imported `siteinfo`. `given` maps rights to the groups that receive them through server settings.
 */
export async function loadPermissions(
  db: Reader,
  access: 'public' | 'private' = 'public',
  registration: RegistrationSetting = 'open',
  additional: Readonly<Record<string, readonly string[]>> = {},
): Promise<GroupPermissions> {
  const keys = ['usergroups', 'autoconfirm', 'siteinfo']
  const rows = await db.selectFrom('site_setting').selectAll().where('key', 'in', keys).execute()
  const stored = new Map(rows.map(row => [row.key, row.value]))
  const own = (key: string): unknown => {
    const text = stored.get(key)
    // Invalid JSON is passed on as text, so that the parsers below reject it by name.
    return text === undefined ? undefined : (storedValue(text) ?? text)
  }
  const siteInfo = stored.get('siteinfo')
  const imported = siteInfo === undefined ? {} : fittingObject<{ usergroups: unknown }>(siteInfo)
  const groups = parseGroups(own('usergroups') ?? imported?.usergroups)
  const rule = parseRule(own('autoconfirm'))
  const effective = registration === 'wiki' ? ownRegistration(groups) : registration
  const all = withAdditionalRights(withRegistration(groups ?? defaultGroups, effective), additional)
  // If the imported settings are unreadable, the wiki may have been private: treat it as private.
  const isPrivate = access === 'private' || imported === null
  return new GroupPermissions(isPrivate ? requireLogin(all) : all, rule, effective)
}

/** An imported wiki keeps its setting; a new site starts by invitation. */
const ownRegistration = (groups: readonly Group[] | undefined): Registration =>
  groups?.some(({ name, rights }) => name === '*' && rights.includes('createaccount')) ? 'open' : 'invitation'

/** With `invitation`, only explicit groups keep the right to create accounts; with `closed`, no group does. */
function withRegistration(groups: readonly Group[], registration: Registration): readonly Group[] {
  if (registration === 'open') return groups
  const keeps = ({ name }: Group) => registration === 'invitation' && !IMPLICIT_GROUPS.includes(name)
  return groups.map(group =>
    keeps(group) ? group : { ...group, rights: group.rights.filter(right => right !== 'createaccount') },
  )
}

const withAdditionalRights = (
  groups: readonly Group[],
  additional: Readonly<Record<string, readonly string[]>>,
): readonly Group[] =>
  groups.map(group => {
    const rights = Object.keys(additional).filter(right => additional[right]!.includes(group.name))
    return rights.length === 0 ? group : { ...group, rights: [...new Set([...group.rights, ...rights])] }
  })

/** Moves the right to read from everyone to logged-in users. */
const requireLogin = (groups: readonly Group[]): Group[] =>
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
  throw new Error('The site setting "usergroups" must be a list of {name, rights: […]}, as in meta=siteinfo.')
}

function parseRule(value: unknown): AutoconfirmRule | undefined {
  if (value === undefined) return undefined
  const { age = 0, edits = 0 } = (value ?? {}) as Partial<AutoconfirmRule>
  if (Number.isFinite(age) && Number.isFinite(edits)) return { age, edits }
  throw new Error('The site setting "autoconfirm" must be {age: seconds, edits: number}.')
}
