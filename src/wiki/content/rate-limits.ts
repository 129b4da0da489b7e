import type { Caller } from '#accounts/caller.ts'

/** A number of hits per period. */
interface Limit {
  readonly hits: number
  readonly seconds: number
}

/** Whose actions count: everyone at an address, new accounts, or established accounts. */
type Counted = 'ip' | 'newbie' | 'user'

const MINUTE = 60
const DAY = 86_400
const limit = (hits: number, seconds: number): Limit => ({ hits, seconds })

/** MediaWiki's default limits. */
const LIMITS = {
  edit: { ip: limit(8, MINUTE), newbie: limit(8, MINUTE), user: limit(90, MINUTE) },
  move: { newbie: limit(2, 120), user: limit(8, MINUTE) },
  upload: { ip: limit(8, MINUTE), newbie: limit(8, MINUTE) },
  rollback: { user: limit(10, MINUTE), newbie: limit(5, 120) },
  mailpassword: { ip: limit(5, 3600) },
  emailuser: { ip: limit(5, DAY), newbie: limit(5, DAY), user: limit(20, DAY) },
  purge: { ip: limit(30, MINUTE), user: limit(30, MINUTE) },
  linkpurge: { ip: limit(30, MINUTE), user: limit(30, MINUTE) },
  stashedit: { ip: limit(30, MINUTE), newbie: limit(30, MINUTE) },
  changetag: { ip: limit(8, MINUTE), newbie: limit(8, MINUTE) },
  editcontentmodel: { newbie: limit(2, 120), user: limit(8, MINUTE) },
  'thanks-notification': { newbie: limit(10, MINUTE), user: limit(60, MINUTE) },
} as const satisfies Readonly<Record<string, Partial<Record<Counted, Limit>>>>

export type Limited = keyof typeof LIMITS
/** Limits of MediaWiki itself, as `meta=userinfo` lists them; extensions are not among them. */
export const LIMITED = (Object.keys(LIMITS) as Limited[]).filter(name => name !== 'thanks-notification')

/** The limits for a caller and whose actions each counts. None with the `noratelimit` right. */
export function limitsFor(caller: Caller, what: Limited): { readonly counted: Counted; readonly limit: Limit }[] {
  if (caller.can('noratelimit')) return []
  const isNew = caller.account !== null && !caller.can('autoconfirmed')
  const groups: Counted[] = caller.account === null ? ['ip'] : isNew ? ['user', 'ip', 'newbie'] : ['user']
  const limits: Partial<Record<Counted, Limit>> = LIMITS[what]
  return groups.flatMap(counted => (limits[counted] ? [{ counted, limit: limits[counted] }] : []))
}
