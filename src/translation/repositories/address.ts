// Parses and validates repository addresses before they reach git.

import { placeOf } from '#net/outside.ts'
import { RepositoryError } from './repository-error.ts'

export interface RepositoryRules {
  readonly repositoryProtocols: readonly string[]
  readonly repositoryNetwork: 'public' | 'any'
}

export interface RepositoryAddress {
  readonly protocol: string
  /** The address passed to git, without a password. */
  readonly url: string
  readonly host: string
  readonly port: string
  readonly user: string
  readonly password: string
}

const CONTROL = /[\p{Cc}\s]/u
/** The ssh short form `git@host:path`. */
const SHORT = /^([\w.-]+)@([\w.-]+|\[[0-9a-fA-F:]+\]):(?!\/\/)([^\\]+)$/

/** Parses an address; throws a readable error when it is invalid. */
export function readAddress(text: string, rules: RepositoryRules): RepositoryAddress {
  if (text.startsWith('-')) throw new RepositoryError('refused', 'The repository address must not start with a hyphen.')
  if (CONTROL.test(text)) throw new RepositoryError('refused', 'The repository address must not contain spaces.')
  if (/^[\w-]+::/.test(text))
    throw new RepositoryError('refused', 'Addresses with "::" are not allowed, because they run other programs.')
  const short = SHORT.exec(text)
  const address = short ? ofShort(short) : ofUrl(text)
  if (!rules.repositoryProtocols.includes(address.protocol))
    throw new RepositoryError(
      'refused',
      `This site does not support "${address.protocol}" repositories. Supported protocols: ${rules.repositoryProtocols.join(', ')}.`,
    )
  if (
    address.protocol !== 'file' &&
    (address.host === '' || address.host.startsWith('-') || address.user.startsWith('-'))
  )
    throw new RepositoryError('refused', 'The repository address has no server name.')
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
    throw new RepositoryError('refused', 'Enter a repository address like https://example.org/project.git.')
  const protocol = url.protocol.slice(0, -1)
  const user = decoded(url.username)
  const password = decoded(url.password)
  url.password = ''
  // Except for ssh, the username is sent separately, together with the password.
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

/** The address for display, without a password or a token used as username. */
export function shownAddress(text: string): string {
  const url = /^[a-z]+:\/\//i.test(text) ? URL.parse(text) : null
  if (url === null || (url.username === '' && url.password === '')) return text
  if (url.protocol === 'ssh:' && url.password === '') return text
  const user = url.password === '' ? HIDDEN : `${url.username}:${HIDDEN}`
  return text.replace(/^([a-z]+:\/\/)[^/]*@/i, `$1${user}@`)
}

/** Whether this is an address from `shownAddress`, with its password hidden. */
export const isHiddenAddress = (text: string): boolean => /^[a-z]+:\/\/[^/]*\(set\)@/i.test(text)

/** Whether two addresses name the same repository, whatever they have as login. */
export function isSameRepository(one: string, other: string): boolean {
  const bare = (text: string) => text.replace(/^([a-z]+:\/\/)[^/]*@/i, '$1').replace(/(\.git)?\/*$/, '')
  return bare(one) === bare(other)
}

const NOT_REACHED = 'The repository server cannot be reached.'
const NOT_PRIVATE = 'This site does not allow servers in private networks.'

/** Resolves the host once, so that exactly the checked address is connected to. */
export async function reachableAt(address: RepositoryAddress, rules: RepositoryRules): Promise<string | null> {
  if (address.protocol === 'file') return null
  const place = await placeOf(address.host)
  const isOpen = rules.repositoryNetwork === 'any'
  // The same message for both, so that it does not reveal which hosts exist in the private network.
  if (place === null || (!isOpen && place.isPrivate))
    throw new RepositoryError('away', isOpen ? NOT_REACHED : `${NOT_REACHED} ${NOT_PRIVATE}`)
  return place.address
}

/** Whether a name is a valid branch name according to git and cannot be taken for an option. */
export const isBranch = (name: string): boolean =>
  /^[^\s~^:?*[\\\p{Cc}]{1,200}$/u.test(name) &&
  !/^[-./]|\.\.|\/\/|@\{|\/\.|\.lock(\/|$)|[./]$/.test(name) &&
  name !== '@'
