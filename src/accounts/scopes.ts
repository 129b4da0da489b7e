import grants from './grants.json' with { type: 'json' }

/** A grant is a named set of wiki rights that a user can delegate to a program. */
export const GRANTS: Readonly<Record<string, readonly string[]>> = grants

/** The owner's rights that these grants include. The grant "basic" is implied. */
export function rightsOfGrants(names: readonly string[], ownRights: readonly string[]): string[] {
  const granted = new Set(['basic', ...names].flatMap(name => (Object.hasOwn(GRANTS, name) ? GRANTS[name]! : [])))
  return ownRights.filter(right => granted.has(right))
}

/** Scopes of the REST API of the translation platform. */
export const PLATFORM_SCOPES = [
  'translation-read',
  'translation-edit',
  'translation-manage',
  'translation-account',
  'translation-admin',
] as const
export type PlatformScope = (typeof PLATFORM_SCOPES)[number]

/** MediaWiki's scopes for applications that only want to know who a user is, without and with the email address. */
export const IDENTITY_SCOPES = ['mwoauth-authonly', 'mwoauth-authonlyprivate'] as const

/** All scopes, in display order: those of the wiki are MediaWiki's grants. */
export const SCOPES: readonly string[] = [...IDENTITY_SCOPES, ...Object.keys(GRANTS), ...PLATFORM_SCOPES]

const KNOWN: ReadonlySet<string> = new Set(SCOPES)

export const isScope = (name: string): boolean => KNOWN.has(name)

export const isWikiScope = (name: string): boolean => Object.hasOwn(GRANTS, name)

export const isPlatformScope = (name: string): boolean => (PLATFORM_SCOPES as readonly string[]).includes(name)

/** Splits a list of scopes; every grant of the wiki implies "basic". */
export function scopesIn(text: string): string[] {
  const names = text.split(' ').filter(each => each !== '')
  return inOrder(names.some(isWikiScope) ? ['basic', ...names] : names)
}

/** Scopes without duplicates, in display order; unknown names come last. */
export const inOrder = (names: readonly string[]): string[] => {
  const all = new Set(names)
  return [...SCOPES.filter(name => all.has(name)), ...[...all].filter(name => !KNOWN.has(name))]
}

/** Which requests a credential is meant for. `profile` is the endpoint that says who the user is. */
export type Audience = 'wiki' | 'platform' | 'profile'

/** Whether scopes include anything for these requests; null stands for all permissions of the owner. */
export function reaches(scopes: readonly string[] | null, audience: Audience | null): boolean {
  if (scopes === null) return true
  if (audience === 'wiki') return scopes.some(isWikiScope)
  if (audience === 'platform') return scopes.some(isPlatformScope)
  return audience === 'profile'
}
