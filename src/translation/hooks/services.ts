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

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Branches of a push: Bitbucket Cloud has them in `push`, Data Center at the top. */
const bitbucketChanges = (payload: Payload): unknown[] => [
  ...listIn(inner(payload, 'push', 'changes')).map(change => inner(change, 'new', 'name')),
  ...listIn(payload.changes).map(change => inner(change, 'ref', 'displayId')),
]

/** The names of a repository on Bitbucket. Data Center has its addresses only as links for cloning. */
const bitbucketNames = (repository: unknown): string[] => {
  const [key, slug] = [inner(repository, 'project', 'key'), inner(repository, 'slug')]
  return texts(
    inner(repository, 'full_name'),
    inner(repository, 'fullName'),
    typeof key === 'string' && typeof slug === 'string' ? `${key}/${slug}` : slug,
    inner(repository, 'links', 'html', 'href'),
    ...listIn(inner(repository, 'links', 'clone')).map(link => inner(link, 'href')),
  )
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
    const repository = payload.repository ?? inner(payload, 'pullRequest', 'toRef', 'repository')
    return push(bitbucketNames(repository), branchesOf(bitbucketChanges(payload)))
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
