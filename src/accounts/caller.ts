import type { Account } from './account.ts'
import type { ChangeableGroups, GroupPermissions } from './group-permissions.ts'
import type { Membership } from './memberships.ts'
import type { Session } from './sessions.ts'
import type { TokenHolder } from './tokens.ts'

/** The identity and rights behind a request, shared by both APIs. */
export interface Caller extends TokenHolder {
  /** Null if not logged in. */
  readonly account: Account | null
  /** The user name, or the IP address in MediaWiki's spelling. */
  readonly name: string
  /** The client's IP address, as reported by the socket or a trusted proxy. */
  readonly ip: string
  readonly via: 'nothing' | 'session' | 'api-key' | 'oauth'
  /** All current groups: explicit memberships first, then implicit groups. */
  readonly groups: readonly string[]
  readonly implicitGroups: readonly string[]
  readonly memberships: readonly Membership[]
  /** Groups whose rights are withheld until the account has a second factor. */
  readonly withheldGroups: readonly string[]
  /** In the order in which the groups grant them. */
  readonly rights: readonly string[]
  can(right: string): boolean
  /** What an OAuth token or an API key is limited to; null for all permissions of the account. */
  readonly scopes: readonly string[] | null
  /** Whether an agent sends the request for the account, over the Model Context Protocol. */
  readonly isAgent?: boolean
  /** The application behind an OAuth token. */
  readonly clientId: string | null
  changeableGroups(): ChangeableGroups
  readonly session: Session | null
  /** Set-Cookie headers that the response must include. */
  readonly setCookies: readonly string[]
}

export interface CallerParts {
  readonly account: Account | null
  readonly name: string
  readonly ip: string
  readonly via: Caller['via']
  readonly permissions: GroupPermissions
  readonly memberships?: readonly Membership[]
  readonly withheldGroups?: readonly string[]
  /** Seconds since 1970. */
  readonly now: number
  /** Restricts the rights, for a bot password or a token. */
  readonly limitRights?: (rights: readonly string[]) => readonly string[]
  readonly scopes?: readonly string[] | null
  readonly clientId?: string
  readonly session?: Session | null
  readonly tokenSecret?: string | null
  readonly setCookies?: readonly string[]
}

export function buildCaller(parts: CallerParts): Caller {
  const { account, permissions, withheldGroups = [], session = null } = parts
  const memberships = (parts.memberships ?? []).filter(({ group }) => !withheldGroups.includes(group))
  const implicitGroups = permissions
    .implicitGroups(account, parts.now)
    .filter(group => group === '*' || !withheldGroups.includes(group))
  const groups = [...memberships.map(membership => membership.group), ...implicitGroups]
  const allRights = permissions.rightsOfAll(groups)
  const rights = parts.limitRights ? parts.limitRights(allRights) : allRights
  const rightSet = new Set(rights)
  return {
    account,
    name: parts.name,
    ip: parts.ip,
    via: parts.via,
    groups,
    implicitGroups,
    memberships,
    withheldGroups,
    rights,
    can: right => rightSet.has(right),
    scopes: parts.scopes ?? null,
    clientId: parts.clientId ?? null,
    changeableGroups: () => permissions.changeableBy(groups, rightSet),
    session,
    tokenSecret: parts.tokenSecret ?? session?.secret ?? null,
    setCookies: parts.setCookies ?? [],
  }
}
