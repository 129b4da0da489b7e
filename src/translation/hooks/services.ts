type Payload = Record<string, unknown>

const inner = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Payload)[name] : undefined

/** What a notice says; `ping` is what a service sends to see whether anybody listens. */
type Notice = { kind: 'ping' } | { kind: 'push'; repository: string } | { kind: 'unreadable' }

const text = (...values: unknown[]): Notice => {
  const found = values.find(value => typeof value === 'string' && value !== '')
  return found === undefined ? { kind: 'unreadable' } : { kind: 'push', repository: found as string }
}

/** GitHub and those that speak like it. */
const github = (payload: Payload): Notice => {
  if ('zen' in payload) return { kind: 'ping' }
  const repository = payload.repository
  return text(inner(repository, 'full_name'), inner(repository, 'clone_url'), inner(repository, 'url'))
}

/** Which repository each service means, by the name in the address. */
export const HOOKS: Readonly<Record<string, (payload: Payload) => Notice>> = {
  github,
  gitea: github,
  forgejo: github,
  gitee: payload => {
    const repository = payload.repository
    return text(inner(repository, 'path_with_namespace'), inner(repository, 'full_name'), inner(repository, 'url'))
  },
  gitlab: payload => {
    const { project, repository } = payload
    return text(inner(project, 'path_with_namespace'), inner(repository, 'git_http_url'), inner(repository, 'url'))
  },
  bitbucket: payload => {
    if ('test' in payload) return { kind: 'ping' }
    const repository = payload.repository
    return text(inner(repository, 'full_name'), inner(repository, 'fullName'), inner(repository, 'slug'))
  },
  pagure: payload => {
    const message = payload.msg
    if (message === undefined) return { kind: 'ping' }
    return text(inner(message, 'project_fullname'))
  },
  azure: payload => text(inner(inner(payload.resource, 'repository'), 'remoteUrl')),
}
