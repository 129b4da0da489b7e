import type { Account } from '#accounts/account.ts'
import { isIp, isMaskedIp } from '../site/ip.ts'
import { addressOfHex, type IpRange, parseIpRange } from '../site/ip-ranges.ts'
import type { Wiki } from '../wiki.ts'

/** Whom or what a block is for. */
export type BlockTarget =
  | { readonly kind: 'account'; readonly name: string; readonly account: Account }
  | { readonly kind: 'address' | 'range'; readonly name: string; readonly range: IpRange }
  /** A name that no account has. */
  | { readonly kind: 'nobody'; readonly name: string }

/** What people call an account that is not there, when it was named by its number. */
const NOBODY = 'Unknown user'

/** Reads a user parameter, which may be a name, `#number`, an address or a range of them. */
export async function blockTarget({ db, services }: Wiki, text: string): Promise<BlockTarget> {
  const range = parseIpRange(text)
  if (range !== null) {
    if (isIp(text)) return { kind: 'address', name: text, range }
    return { kind: 'range', name: `${addressOfHex(range.low)}/${range.prefix}`, range }
  }
  // An address with its last part hidden is nobody's.
  if (isMaskedIp(text)) return { kind: 'nobody', name: '' }
  const number = /^#(\d+)$/.exec(text)?.[1]
  const account = await (number === undefined
    ? services.accounts.byName(db, text)
    : services.accounts.byId(db, storable(Number(number))))
  if (account !== null) return { kind: 'account', name: account.name, account }
  return { kind: 'nobody', name: number === undefined ? text : NOBODY }
}

/** Numbers beyond what a database holds are no account's. */
const storable = (id: number): number => (Number.isSafeInteger(id) ? id : -1)
