import type { Account } from '#accounts/account.ts'
import type { Caller } from '#accounts/caller.ts'
import type { PlatformScope } from '#accounts/scopes.ts'
import { insufficientScope } from './errors.ts'
import type { Method, Resource } from './resource.ts'

type Rule = readonly [path: RegExp, reading: PlatformScope, writing: PlatformScope]

/**
 * The scope of each operation: the first rule that fits its path. Reading needs more than `translation-read` where the
 * response is meant for managers, or about the account. What no rule names is for managers.
 */
const RULES: readonly Rule[] = [
  [/^\/users\/:username\/(statistics|contributions)\/$/, 'translation-read', 'translation-admin'],
  [
    /^\/users\/:username\/(filters|memory|notification|wiki-notifications)/,
    'translation-account',
    'translation-account',
  ],
  [/^\/users\/:username\/$/, 'translation-account', 'translation-admin'],
  // Webhooks of the site send events of the wiki, too.
  [/^\/(users|groups|roles|ssh|machinery_settings|webhooks)\//, 'translation-admin', 'translation-admin'],
  [/^\/(languages|component-lists|announcements)\//, 'translation-read', 'translation-admin'],
  [
    /\/(backups|roles|teams|machinery_settings|set-aside|deliveries|webhooks)\//,
    'translation-manage',
    'translation-manage',
  ],
  [/^\/addons\//, 'translation-manage', 'translation-manage'],
  [/^\/projects\/:project\/memory\//, 'translation-manage', 'translation-manage'],
  [/^\/memory\/site\//, 'translation-admin', 'translation-admin'],
  [/^\/memory\/lookup\/$/, 'translation-read', 'translation-read'],
  [/\/reports\/|^\/tasks\//, 'translation-read', 'translation-edit'],
  [/\/units\/:unit\(\\d\+\)\/machinery\/$/, 'translation-edit', 'translation-edit'],
  [/^\/(units|suggestions|comments)\//, 'translation-read', 'translation-edit'],
  [/^\/translations\/.*\/(units|file)\/$/, 'translation-read', 'translation-edit'],
  [/^\/components\/.*\/translations\/$/, 'translation-read', 'translation-edit'],
  [/^\//, 'translation-read', 'translation-manage'],
]

/** The scope that a token or a limited API key needs for an operation. */
export function scopeOf({ path }: Pick<Resource, 'path'>, method: Method): PlatformScope {
  const [, reading, writing] = RULES.find(([pattern]) => pattern.test(path))!
  return method === 'GET' ? reading : writing
}

/** Rejects credentials without the scope of an operation. */
export function checkScope(
  { scopes, account }: Caller,
  resource: Pick<Resource, 'path'>,
  method: Method,
  params: Readonly<Record<string, string>>,
): void {
  if (scopes === null) return
  const scope = scopeOf(resource, method)
  // Administrators can open the settings of others, too, but that is not their account.
  const needed = scope === 'translation-account' && !isOwn(account, params.username) ? 'translation-admin' : scope
  if (!scopes.includes(needed)) throw insufficientScope(needed)
}

const isOwn = (account: Account | null, name: string | undefined): boolean =>
  account !== null && name !== undefined && [account.name, account.username].includes(name)
