import type { Account } from '#accounts/account.ts'
import { isIp, isMaskedIp } from '../site/ip.ts'
import { addressOfHex, type IpRange, parseIpRange } from '../site/ip-ranges.ts'
import type { Wiki } from '../wiki.ts'

/** The target of a block. */
export type BlockTarget =
  | { readonly kind: 'account'; readonly name: string; readonly account: Account }
  | { readonly kind: 'address' | 'range'; readonly name: string; readonly range: IpRange }
  /** A name without an account. */
  | { readonly kind: 'nobody'; readonly name: string }

/** Shown for an account ID that does not exist. */
const NOBODY = 'Unknown user'

/** Parses a user parameter: a name, `#id`, an address or a range. */
export async function blockTarget({ db, services }: Wiki, text: string): Promise<BlockTarget> {
  const range = parseIpRange(text)
  if (range !== null) {
    if (isIp(text)) return { kind: 'address', name: text, range }
    return { kind: 'range', name: `${addressOfHex(range.low)}/${range.prefix}`, range }
  }
  // A masked address matches nobody.
  if (isMaskedIp(text)) return { kind: 'nobody', name: '' }
  const number = /^#(\d+)$/.exec(text)?.[1]
  const account = await (number === undefined
    ? services.accounts.byName(db, text)
    : services.accounts.byId(db, storable(Number(number))))
  if (account !== null) return { kind: 'account', name: account.name, account }
  return { kind: 'nobody', name: number === undefined ? text : NOBODY }
}

/** Maps numbers beyond the database's range to an ID that no account has. */
const storable = (id: number): number => (Number.isSafeInteger(id) ? id : -1)
