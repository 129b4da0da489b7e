// Where a repository is: addresses that people type, and what of them is let through to git.

import { placeOf } from '#net/outside.ts'
import { RepositoryError } from './repository-error.ts'

export interface RepositoryRules {
  readonly repositoryProtocols: readonly string[]
  readonly repositoryNetwork: 'public' | 'any'
}

export interface RepositoryAddress {
  readonly protocol: string
  /** As git is given it: without a password. */
  readonly url: string
  readonly host: string
  readonly port: string
  readonly user: string
  readonly password: string
}

const CONTROL = /[\p{Cc}\s]/u
/** `git@host:path`, as ssh has it. */
const SHORT = /^([\w.-]+)@([\w.-]+|\[[0-9a-fA-F:]+\]):(?!\/\/)([^\\]+)$/

/** What the address says; throws the sentence that tells why it cannot be one. */
export function readAddress(text: string, rules: RepositoryRules): RepositoryAddress {
  if (text.startsWith('-'))
    throw new RepositoryError('refused', 'The address of a repository must not begin with a hyphen.')
  if (CONTROL.test(text))
    throw new RepositoryError('refused', 'The address of a repository must not have spaces in it.')
  if (/^[\w-]+::/.test(text))
    throw new RepositoryError('refused', 'Addresses with "::" run other programs and are not allowed.')
  const short = SHORT.exec(text)
  const address = short ? ofShort(short) : ofUrl(text)
  if (!rules.repositoryProtocols.includes(address.protocol))
    throw new RepositoryError(
      'refused',
      `This site does not reach repositories by "${address.protocol}"; it takes ${rules.repositoryProtocols.join(', ')}.`,
    )
  if (
    address.protocol !== 'file' &&
    (address.host === '' || address.host.startsWith('-') || address.user.startsWith('-'))
  )
    throw new RepositoryError('refused', 'The address of the repository names no server.')
  return address
}

function ofShort([, user = '', host = '', path = '']: RegExpExecArray): RepositoryAddress {
  return {
    protocol: 'ssh',
    user,
    host: host.replace(/^\[|\]$/g, ''),
    port: '22',
    password: '',
    url: `ssh://${user}@${host}/${path.replace(/^\/+/, '')}`,
  }
}

function ofUrl(text: string): RepositoryAddress {
  const url = URL.parse(text)
  if (url === null || !/^[a-z]+:\/\//i.test(text))
    throw new RepositoryError('refused', 'The address of a repository looks like https://example.org/project.git.')
  const protocol = url.protocol.slice(0, -1)
  const user = decoded(url.username)
  const password = decoded(url.password)
  url.password = ''
  // A name beside a password is sent with it; on its own ssh needs it.
  if (protocol !== 'ssh') url.username = ''
  const ports: Record<string, string> = { https: '443', http: '80', ssh: '22', git: '9418' }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return { protocol, user, password, host, port: url.port || (ports[protocol] ?? ''), url: url.href }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const HIDDEN = '(set)'

/** The address as anybody may read it: a password, or a token in the place of a name, is not in it. */
export function shownAddress(text: string): string {
  const url = /^[a-z]+:\/\//i.test(text) ? URL.parse(text) : null
  if (url === null || (url.username === '' && url.password === '')) return text
  if (url.protocol === 'ssh:' && url.password === '') return text
  const user = url.password === '' ? HIDDEN : `${url.username}:${HIDDEN}`
  return text.replace(/^([a-z]+:\/\/)[^/]*@/i, `$1${user}@`)
}

/** Whether the address was read here, with its password hidden, and comes back like that. */
export const isHiddenAddress = (text: string): boolean => /^[a-z]+:\/\/[^/]*\(set\)@/i.test(text)

const NOT_REACHED = 'The server of the repository cannot be reached.'
const NOT_PRIVATE = 'This site does not allow servers in private networks.'

/** Looks up where the server is, once; what is connected to is what was looked at. */
export async function reachableAt(address: RepositoryAddress, rules: RepositoryRules): Promise<string | null> {
  if (address.protocol === 'file') return null
  const place = await placeOf(address.host)
  const isOpen = rules.repositoryNetwork === 'any'
  // One answer for both: otherwise it would tell which names there are in the network of this server.
  if (place === null || (!isOpen && place.isPrivate))
    throw new RepositoryError('away', isOpen ? NOT_REACHED : `${NOT_REACHED} ${NOT_PRIVATE}`)
  return place.address
}

/** Whether a name can be that of a branch; git's own rules, and no option. */
export const isBranch = (name: string): boolean =>
  /^[^\s~^:?*[\\\p{Cc}]{1,200}$/u.test(name) &&
  !/^[-./]|\.\.|\/\/|@\{|\/\.|\.lock(\/|$)|[./]$/.test(name) &&
  name !== '@'
