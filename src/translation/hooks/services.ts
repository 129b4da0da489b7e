type Payload = Record<string, unknown>

const inner = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? (inner as Payload)[name] : undefined),
    value,
  )

/** A push: the repository's names and addresses, and the branches if the service sends them. */
export interface PushNotice {
  readonly kind: 'push'
  readonly repositories: readonly string[]
  readonly branches: readonly string[]
}

/** A parsed webhook; services send `ping` to test the connection. */
type Notice = { kind: 'ping' } | PushNotice | { kind: 'unreadable' }

const texts = (...values: unknown[]): string[] =>
  values.flat().filter((value): value is string => typeof value === 'string' && value !== '')

const branchesOf = (...refs: unknown[]): string[] => texts(...refs).map(ref => ref.replace(/^refs\/heads\//, ''))

const push = (repositories: readonly string[], branches: readonly string[] = []): Notice =>
  repositories.length === 0 ? { kind: 'unreadable' } : { kind: 'push', repositories, branches }

const ADDRESSES = [
  'clone_url',
  'ssh_url',
  'git_url',
  'git_http_url',
  'git_ssh_url',
  'http_url',
  'html_url',
  'url',
] as const

/** GitHub and services with the same format. */
const github = (payload: Payload): Notice => {
  if ('zen' in payload) return { kind: 'ping' }
  const repository = payload.repository
  const names = ['full_name', 'path_with_namespace', ...ADDRESSES].map(name => inner(repository, name))
  return push(texts(...names), branchesOf(payload.ref))
}

const bitbucketChanges = (payload: Payload): unknown[] => {
  const changes = inner(payload, 'push', 'changes')
  return Array.isArray(changes) ? changes.map(change => inner(change, 'new', 'name')) : []
}

/** Payload parsers by the service name in the URL. */
export const HOOKS: Readonly<Record<string, (payload: Payload) => Notice>> = {
  github,
  gitea: github,
  forgejo: github,
  gitee: github,
  gitlab: payload => {
    const { project, repository } = payload
    const names = ADDRESSES.flatMap(name => [inner(project, name), inner(repository, name)])
    return push(texts(inner(project, 'path_with_namespace'), ...names), branchesOf(payload.ref))
  },
  bitbucket: payload => {
    if ('test' in payload) return { kind: 'ping' }
    const { repository } = payload
    const names = ['full_name', 'fullName', 'slug'].map(name => inner(repository, name))
    return push(texts(...names, inner(repository, 'links', 'html', 'href')), branchesOf(bitbucketChanges(payload)))
  },
  pagure: payload => {
    const message = payload.msg
    if (message === undefined) return { kind: 'ping' }
    return push(texts(inner(message, 'project_fullname')), branchesOf(inner(message, 'branch')))
  },
  azure: payload => {
    const resource = payload.resource
    const updates = inner(resource, 'refUpdates')
    const refs = Array.isArray(updates) ? updates.map(update => inner(update, 'name')) : []
    return push(texts(inner(resource, 'repository', 'remoteUrl')), branchesOf(refs))
  },
}
