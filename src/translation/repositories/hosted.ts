// The code host of a component: its API, the login for it, and the repository that requests are opened in.

import type { Services } from '#core/services.ts'
import type { ComponentParts } from '../catalogue/components.ts'
import { codeHostOf } from '../catalogue/version-control.ts'
import { type RepositoryAddress, type RepositoryRules, readAddress } from './address.ts'
import { HostClient } from './hosts/client.ts'
import type { CodeHost, HostedRepository, HostLogin } from './hosts/host.ts'
import { CODE_HOSTS } from './hosts/index.ts'
import { RepositoryError } from './repository-error.ts'

export interface Hosted {
  readonly host: CodeHost
  readonly client: HostClient
  readonly login: HostLogin
  /** The repository that requests are opened in. */
  readonly to: HostedRepository
  /** Identifies the repository in stored requests. */
  readonly key: string
}

const USUAL_PORTS: Readonly<Record<string, string>> = { https: '443', http: '80' }

/** Host name, with the port if it is not the usual one of the web. */
const hostKey = ({ protocol, host, port }: RepositoryAddress): string => {
  const usual = USUAL_PORTS[protocol]
  return usual === undefined || port === usual ? host : `${host}:${port}`
}

/** The repository that an address names on a host. */
export function repositoryOn(host: CodeHost, text: string, rules: RepositoryRules): HostedRepository {
  const address = readAddress(text, rules)
  if (!['https', 'http', 'ssh'].includes(address.protocol))
    throw new RepositoryError('refused', 'Pull requests need a repository address with https or ssh.')
  const protocol = address.protocol === 'http' ? 'http' : 'https'
  const found = host.repositoryAt(`${protocol}://${hostKey(address)}`, new URL(address.url).pathname)
  if (found === null)
    throw new RepositoryError('refused', 'The address does not name a repository on this kind of code host.')
  return found
}

/** Checks the address of a component that opens requests. */
export function checkHosted(vcs: string, repo: string, rules: RepositoryRules): void {
  const name = codeHostOf({ vcs })
  if (name !== null) repositoryOn(CODE_HOSTS[name], repo, rules)
}

/** A token that an address has as its password or, alone, as its user. */
function loginIn({ protocol, user, password }: RepositoryAddress, gitUser: string): HostLogin | null {
  if (protocol === 'ssh' || (user === '' && password === '')) return null
  if (password === '') return { token: user, username: '' }
  return { token: password, username: user === gitUser ? '' : user }
}

function loginFor({ config }: Services, { component, project }: ComponentParts, host: CodeHost) {
  const address = readAddress(component.repo, config)
  const key = hostKey(address)
  const access = Object.hasOwn(config.codeHosts, key) ? config.codeHosts[key] : undefined
  if (access !== undefined && (access.projects === undefined || access.projects.includes(project.slug)))
    return { login: { token: access.token, username: access.username ?? '' }, api: access.api }
  const push = component.push === '' ? null : readAddress(component.push, config)
  const own = push !== null && hostKey(push) === key ? loginIn(push, host.gitUser) : null
  const login = own ?? loginIn(address, host.gitUser)
  if (login !== null) return { login, api: undefined }
  throw new RepositoryError(
    'denied',
    `This site has no token for "${key}". An administrator can set one with "codeHosts", or the push URL can contain one.`,
  )
}

/** The code host of a component; null if it opens no requests. */
export function hostedBy(services: Services, parts: ComponentParts, signal?: AbortSignal): Hosted | null {
  const name = codeHostOf(parts.component)
  if (name === null) return null
  const { config } = services
  const host = CODE_HOSTS[name]
  const to = repositoryOn(host, parts.component.repo, config)
  const { login, api } = loginFor(services, parts, host)
  const client = new HostClient({
    api: (api ?? to.base).replace(/\/+$/, ''),
    headers: host.headers(login),
    secrets: [login.token],
    allowPrivate: config.repositoryNetwork === 'any',
    signal: signal ?? new AbortController().signal,
  })
  return { host, client, login, to, key: `${name} ${to.base} ${to.owner}/${to.name}` }
}

/** An address for git over HTTPS with the login, unless it already has one or uses ssh. */
export function withLogin(text: string, { host, login }: Hosted): string {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  if (url === null || url.username !== '') return text
  url.username = encodeURIComponent(login.username || host.gitUser)
  url.password = encodeURIComponent(login.token)
  return url.href
}
