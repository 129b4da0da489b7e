import type { Account } from './account.ts'
import type { ChangeableGroups, GroupPermissions } from './group-permissions.ts'
import type { Membership } from './memberships.ts'
import type { Session } from './sessions.ts'
import type { TokenHolder } from './tokens.ts'

/** Who makes a request, and what they may do. The same for both APIs. */
export interface Caller extends TokenHolder {
  /** Null for somebody without an account or not logged in. */
  readonly account: Account | null
  /** The user name, or the IP address in the wiki's spelling. */
  readonly name: string
  /** The address the request came from, as the socket (or a trusted proxy) gave it. */
  readonly ip: string
  readonly via: 'nothing' | 'session' | 'api-key'
  /** Every group that counts now: those given by hand first, then the implicit ones. */
  readonly groups: readonly string[]
  readonly implicitGroups: readonly string[]
  readonly memberships: readonly Membership[]
  /** In the order in which the groups bring them. */
  readonly rights: readonly string[]
  can(right: string): boolean
  changeableGroups(): ChangeableGroups
  readonly session: Session | null
  /** Set-Cookie headers that the answer must carry. */
  readonly setCookies: readonly string[]
}

export interface CallerParts {
  readonly account: Account | null
  readonly name: string
  readonly ip: string
  readonly via: Caller['via']
  readonly permissions: GroupPermissions
  readonly memberships?: readonly Membership[]
  /** Seconds since 1970. */
  readonly now: number
  /** Cuts the rights down, for a bot password. */
  readonly limitRights?: (rights: readonly string[]) => readonly string[]
  readonly session?: Session | null
  readonly tokenSecret?: string | null
  readonly setCookies?: readonly string[]
}

export function buildCaller(parts: CallerParts): Caller {
  const { account, permissions, memberships = [], session = null } = parts
  const implicitGroups = permissions.implicitGroups(account, parts.now)
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
    rights,
    can: right => rightSet.has(right),
    changeableGroups: () => permissions.changeableBy(groups, rightSet),
    session,
    tokenSecret: parts.tokenSecret ?? session?.secret ?? null,
    setCookies: parts.setCookies ?? [],
  }
}
