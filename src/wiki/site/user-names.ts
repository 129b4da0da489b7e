// User names: normalization, validation, and the values of "user" parameters.

import { isIp, isIpRange, isIpv6, isMaskedIp, sanitizeIp } from './ip.ts'
import { upperFirst } from './letter-case.ts'
import { NS } from './namespaces.ts'
import { isReservedName } from './reserved-names.ts'
import type { Site } from './site.ts'
import { prefixedText } from './title-format.ts'
import { parseTitle, titleOrNull } from './titles.ts'

const maxNameBytes = 255
const dottedAddress = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.(?:xxx|\d{1,3})$/
const troublesome = /[\u0080-\u009f\u00a0\u2000-\u200f\u2028-\u202f\u3000\ue000-\uf8ff]/

/** Names reserved for unregistered users, including dotted numbers beyond 255. */
function looksLikeAddress(name: string): boolean {
  if (dottedAddress.test(name) || isIpv6(name)) return true
  return name.includes(':') && isIpRange(name)
}

/** Whether this exact text can be an account name. */
function isValidUserName(site: Site, name: string): boolean {
  if (name === '' || looksLikeAddress(name) || name.includes('/') || Buffer.byteLength(name) > maxNameBytes)
    return false
  if (name !== upperFirst(name, site.language) || troublesome.test(name)) return false
  const title = titleOrNull(site, name)
  if (!title || title.ns !== NS.main || title.interwiki !== '' || title.fragment !== '') return false
  return prefixedText(site, title.ns, title.dbkey) === name
}

/** Leaves room for prefixes and suffixes. */
const maxNewNameBytes = 235

/** Whether an account with this name may be created; also checks the site's invalid characters. */
export function isCreatableUserName(site: Site, name: string): boolean {
  const refused = site.info.general.invalidusernamechars ?? '@:>'
  if (isReservedName(name) || Buffer.byteLength(name) > maxNewNameBytes) return false
  return isValidUserName(site, name) && ![...refused].some(char => name.includes(char))
}

/** The account name for a text ("user:alice_b" is "Alice b"), or null when invalid. */
export function canonicalUserName(site: Site, text: string): string | null {
  const name = nameOfUserPage(site, upperFirst(text, site.language))
  return name !== null && isValidUserName(site, name) ? name : null
}

function nameOfUserPage(site: Site, text: string): string | null {
  if (text.includes('#')) return null
  const title = parseTitle(site, text, NS.user)
  if ('invalid' in title || title.ns !== NS.user || title.interwiki !== '' || title.fragment !== '') return null
  return title.dbkey.replaceAll('_', ' ')
}

type UserReference =
  | { kind: 'name'; name: string }
  | { kind: 'ip'; name: string }
  | { kind: 'cidr'; name: string }
  | { kind: 'interwiki'; name: string }
  | { kind: 'id'; id: number }

/** Parses a "user" parameter: an account, an address, a range, a name from another wiki (prefix>Name) or "#id". */
export function parseUserReference(site: Site, text: string): UserReference | null {
  const id = /^#(\d+)$/.exec(text)
  if (id) return { kind: 'id', id: Number(id[1]) }
  if (text.includes('>')) return { kind: 'interwiki', name: text }
  const name = canonicalUserName(site, text)
  if (name !== null) return { kind: 'name', name }
  // "::1" starts with a colon, which as a title would leave the user namespace.
  const address = nameOfUserPage(site, text) ?? text
  if (isIp(address) || isMaskedIp(address)) return { kind: 'ip', name: sanitizeIp(address) }
  if (isIpRange(address)) return { kind: 'cidr', name: sanitizeIp(address) }
  return null
}
