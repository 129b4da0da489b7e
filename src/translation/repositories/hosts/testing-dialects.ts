// Test helper: how each code host's API speaks about requests.

import type { IncomingHttpHeaders } from 'node:http'
import type { CodeHostName } from '../../catalogue/version-control.ts'

export const TOKEN = 'a-token-that-nobody-may-see'
export const BOT = 'bot'

export interface TestRequest {
  readonly number: number
  readonly source: string
  readonly target: string
  /** The repository of the source branch, as `owner/name`. */
  readonly from: string
  title: string
  description: string
  state: 'open' | 'merged' | 'closed'
  mergeCommit: string
  version: number
}

/** A call to the API, after the login was checked. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  // biome-ignore lint/suspicious/noExplicitAny: bodies have the shape of each host
  readonly body: any
}

export interface Reply {
  readonly status: number
  readonly body: unknown
}

/** What a dialect speaks about. */
export interface HostState {
  readonly host: string
  readonly requests: readonly TestRequest[]
  url(repository: string): string
  /** The name of the new fork; empty if there was one. */
  fork(repository: string): string
  find(source: string, target: string, from: string): TestRequest | undefined
  /** A text says why the host rejects the request. */
  open(wish: Pick<TestRequest, 'source' | 'target' | 'from' | 'title' | 'description'>): TestRequest | string
}

interface Dialect {
  readonly prefix: string
  gitPath(repository: string): string
  /** The repository of a git request, and the rest of its path. */
  repositoryOf(path: string): { name: string; rest: string } | null
  isLogin(headers: IncomingHttpHeaders): boolean
  answer(host: HostState, call: Call): Reply | null
}

const ok = (body: unknown, status = 200): Reply => ({ status, body })
const REPOSITORY = 'team/app'

const usualGit = {
  gitPath: (repository: string) => `/${repository}.git`,
  repositoryOf: (path: string) => {
    const [, name, rest] = /^\/([^/]+\/[^/]+)\.git(\/.*)$/.exec(path) ?? []
    return name === undefined ? null : { name, rest: rest! }
  },
}

const requestNumbered = (host: HostState, number: string | undefined): TestRequest | undefined =>
  host.requests[Number(number) - 1]

const basic = (login: string): string => `Basic ${Buffer.from(login).toString('base64')}`

/** `owner:branch`, or a branch of the repository itself. */
function headIn(head: string): { from: string; source: string } {
  const [, owner, source] = /^([^:]+):(.*)$/.exec(head) ?? []
  return owner === undefined || owner === 'team'
    ? { from: REPOSITORY, source: source ?? head }
    : { from: `${owner}/app`, source: source! }
}

/** GitHub and Gitea share paths and most members. */
const likeGithub = (kind: 'github' | 'gitea'): Dialect['answer'] => {
  const shown = (host: HostState, each: TestRequest, isList = false) => ({
    number: each.number,
    html_url: `http://${host.host}/team/app/pulls/${each.number}`,
    state: each.state === 'open' ? 'open' : 'closed',
    title: each.title,
    body: each.description,
    head: { ref: each.source, repo: { full_name: each.from } },
    base: { ref: each.target },
    merged_at: each.state === 'merged' ? '2026-01-01T00:00:00Z' : null,
    ...(kind === 'gitea' || !isList ? { merged: each.state === 'merged' } : {}),
    // GitHub names a trial merge while the request is open.
    merge_commit_sha: each.mergeCommit || (kind === 'github' ? '0'.repeat(40) : null),
  })
  return (host, { method, path, query, body }) => {
    if (path === `/repos/${REPOSITORY}/forks` && method === 'POST') {
      const fork = host.fork(REPOSITORY)
      if (fork === '' && kind === 'gitea') return ok({ message: 'repository is already forked' }, 409)
      return ok({ clone_url: host.url(`${BOT}/app`) }, 202)
    }
    if (path === `/repos/${BOT}/app` && kind === 'gitea') return ok({ clone_url: host.url(`${BOT}/app`) })
    const [, number] = /^\/repos\/team\/app\/pulls(?:\/(\d+))?$/.exec(path) ?? []
    if (!path.startsWith(`/repos/${REPOSITORY}/pulls`)) return null
    if (number !== undefined) {
      const request = requestNumbered(host, number)
      if (request === undefined) return null
      if (method === 'PATCH') Object.assign(request, { title: body.title, description: body.body })
      return ok(shown(host, request))
    }
    if (method === 'POST') {
      const made = host.open({ ...headIn(body.head), target: body.base, title: body.title, description: body.body })
      if (typeof made !== 'string') return ok(shown(host, made), 201)
      return ok({ message: 'Validation Failed', errors: [{ message: made }] }, kind === 'github' ? 422 : 409)
    }
    const open = host.requests.filter(each => each.state === 'open')
    const head = headIn(query.get('head') ?? '')
    const rows =
      kind === 'gitea'
        ? open
        : open.filter(
            each => each.source === head.source && each.from === head.from && each.target === query.get('base'),
          )
    return ok(rows.map(each => shown(host, each, true)))
  }
}

const gitlab: Dialect['answer'] = (host, { method, path, query, body }) => {
  const ids: Record<string, number> = { [REPOSITORY]: 1, [`${BOT}/app`]: 2 }
  const [, encoded = '', rest = ''] = /^\/projects\/([^/]+)(\/.*)?$/.exec(path) ?? []
  const repository = decodeURIComponent(encoded)
  if (ids[repository] === undefined) return null
  const project = { id: ids[repository], http_url_to_repo: host.url(repository) }
  const shown = (each: TestRequest) => ({
    iid: each.number,
    web_url: `http://${host.host}/team/app/-/merge_requests/${each.number}`,
    state: each.state === 'open' ? 'opened' : each.state,
    source_project_id: ids[each.from],
    target_project_id: 1,
    merge_commit_sha: null,
    squash_commit_sha: each.mergeCommit || null,
  })
  if (rest === '') return ok(project)
  if (rest === '/fork')
    return host.fork(REPOSITORY) === ''
      ? ok({ message: ['Name has already been taken'] }, 409)
      : ok({ http_url_to_repo: host.url(`${BOT}/app`) }, 201)
  const [, number] = /^\/merge_requests\/(\d+)$/.exec(rest) ?? []
  if (number !== undefined) {
    const request = requestNumbered(host, number)
    if (request === undefined) return null
    if (method === 'PUT') Object.assign(request, { title: body.title, description: body.description })
    return ok(shown(request))
  }
  if (rest !== '/merge_requests') return null
  if (method === 'POST') {
    if (repository !== REPOSITORY && body.target_project_id !== 1) return ok({ message: ['Wrong target'] }, 400)
    const { source_branch: source, target_branch: target, title, description } = body
    const made = host.open({ source, target, from: repository, title, description })
    return typeof made === 'string' ? ok({ message: [made] }, 409) : ok(shown(made), 201)
  }
  const rows = host.requests.filter(
    each =>
      each.state === 'open' && each.source === query.get('source_branch') && each.target === query.get('target_branch'),
  )
  return ok(rows.map(shown))
}

const bitbucketCloud: Dialect['answer'] = (host, { method, path, query, body }) => {
  const states = { open: 'OPEN', merged: 'MERGED', closed: 'DECLINED' }
  const shown = (each: TestRequest) => ({
    id: each.number,
    links: { html: { href: `http://${host.host}/team/app/pull-requests/${each.number}` } },
    state: states[each.state],
    merge_commit: each.mergeCommit === '' ? null : { hash: each.mergeCommit },
  })
  const clone = { links: { clone: [{ name: 'https', href: host.url(`${BOT}/app`) }] } }
  if (path === `/repositories/${REPOSITORY}/forks`)
    return host.fork(REPOSITORY) === '' ? ok({ error: { message: 'Already exists' } }, 400) : ok(clone, 201)
  if (path === `/repositories/${BOT}/app`) return ok(clone)
  const [, number] = /^\/repositories\/team\/app\/pullrequests\/(\d+)$/.exec(path) ?? []
  if (number !== undefined) {
    const request = requestNumbered(host, number)
    if (request === undefined) return null
    if (method === 'PUT') Object.assign(request, { title: body.title, description: body.description })
    return ok(shown(request))
  }
  if (path !== `/repositories/${REPOSITORY}/pullrequests`) return null
  if (method === 'POST') {
    const made = host.open({
      source: body.source.branch.name,
      from: body.source.repository.full_name,
      target: body.destination.branch.name,
      title: body.title,
      description: body.description,
    })
    return typeof made === 'string' ? ok({ error: { message: made } }, 400) : ok(shown(made), 201)
  }
  const named = (name: string) => new RegExp(`${name} = "([^"]*)"`).exec(query.get('q') ?? '')?.[1] ?? ''
  const found = host.find(
    named('source.branch.name'),
    named('destination.branch.name'),
    named('source.repository.full_name'),
  )
  return ok({ values: found === undefined ? [] : [shown(found)] })
}

const bitbucketServer: Dialect['answer'] = (host, { method, path, query, body }) => {
  const states = { open: 'OPEN', merged: 'MERGED', closed: 'DECLINED' }
  const shown = (each: TestRequest) => ({
    id: each.number,
    version: each.version,
    links: { self: [{ href: `http://${host.host}/projects/team/repos/app/pull-requests/${each.number}` }] },
    state: states[each.state],
    toRef: { id: `refs/heads/${each.target}` },
    ...(each.mergeCommit !== '' && { properties: { mergeCommit: { id: each.mergeCommit } } }),
  })
  const [, key = '', slug = '', rest = ''] = /^\/projects\/([^/]+)\/repos\/([^/]+)(\/.*)?$/.exec(path) ?? []
  const repository = `${decodeURIComponent(key).replace(/^~/, '')}/${slug}`
  const clone = { links: { clone: [{ name: 'http', href: host.url(`${BOT}/app`) }] } }
  if (rest === '' && method === 'POST')
    return host.fork(repository) === '' ? ok({ errors: [{ message: 'Taken' }] }, 409) : ok(clone, 201)
  if (rest === '') return ok(clone)
  const [, number] = /^\/pull-requests\/(\d+)$/.exec(rest) ?? []
  if (number !== undefined) {
    const request = requestNumbered(host, number)
    if (request === undefined) return null
    if (method === 'PUT' && body.version !== request.version) return ok({ errors: [{ message: 'Out of date' }] }, 409)
    if (method === 'PUT')
      Object.assign(request, { title: body.title, description: body.description, version: request.version + 1 })
    return ok(shown(request))
  }
  if (rest !== '/pull-requests') return null
  const branch = (id: string) => id.replace('refs/heads/', '')
  if (method === 'POST') {
    const from = `${body.fromRef.repository.project.key.replace(/^~/, '')}/${body.fromRef.repository.slug}`
    const { title, description } = body
    const made = host.open({
      source: branch(body.fromRef.id),
      target: branch(body.toRef.id),
      from,
      title,
      description,
    })
    return typeof made === 'string' ? ok({ errors: [{ message: made }] }, 409) : ok(shown(made), 201)
  }
  const source = branch(query.get('at') ?? '')
  const rows = host.requests.filter(each => each.state === 'open' && each.source === source && each.from === repository)
  return ok({ values: rows.map(shown) })
}

const azure: Dialect['answer'] = (host, { method, path, query, body }) => {
  const states = { open: 'active', merged: 'completed', closed: 'abandoned' }
  const shown = (each: TestRequest) => ({
    pullRequestId: each.number,
    status: states[each.state],
    repository: { webUrl: `http://${host.host}/org/team/_git/app` },
    ...(each.mergeCommit !== '' && { lastMergeCommit: { commitId: each.mergeCommit } }),
  })
  if (query.get('api-version') === null) return ok({ message: 'No api-version' }, 400)
  const [, number] = /^\/team\/_apis\/git\/repositories\/app\/pullrequests(?:\/(\d+))?$/.exec(path) ?? []
  if (!path.startsWith('/team/_apis/git/repositories/app/pullrequests')) return null
  if (number !== undefined) {
    const request = requestNumbered(host, number)
    if (request === undefined) return null
    if (method === 'PATCH') Object.assign(request, { title: body.title, description: body.description })
    return ok(shown(request))
  }
  const branch = (ref: string) => ref.replace('refs/heads/', '')
  if (method === 'POST') {
    const { sourceRefName, targetRefName, title, description } = body
    const branches = { source: branch(sourceRefName), target: branch(targetRefName) }
    const made = host.open({ ...branches, from: REPOSITORY, title, description })
    return typeof made === 'string' ? ok({ message: made }, 409) : ok(shown(made), 201)
  }
  const found = host.find(
    branch(query.get('searchCriteria.sourceRefName') ?? ''),
    branch(query.get('searchCriteria.targetRefName') ?? ''),
    REPOSITORY,
  )
  return ok({ value: found === undefined ? [] : [shown(found)] })
}

export const DIALECTS: Readonly<Record<CodeHostName, Dialect>> = {
  github: {
    ...usualGit,
    prefix: '/api/v3',
    isLogin: headers => headers.authorization === `Bearer ${TOKEN}`,
    answer: likeGithub('github'),
  },
  gitea: {
    ...usualGit,
    prefix: '/api/v1',
    isLogin: headers => headers.authorization === `token ${TOKEN}`,
    answer: likeGithub('gitea'),
  },
  gitlab: {
    ...usualGit,
    prefix: '/api/v4',
    isLogin: headers => headers['private-token'] === TOKEN,
    answer: gitlab,
  },
  bitbucketcloud: {
    ...usualGit,
    prefix: '/2.0',
    isLogin: headers => headers.authorization === basic(`${BOT}:${TOKEN}`),
    answer: bitbucketCloud,
  },
  bitbucketserver: {
    prefix: '/rest/api/1.0',
    gitPath: repository => `/scm/${repository.replace(/^bot\//, '~bot/')}.git`,
    repositoryOf: path => {
      const [, name, rest] = /^\/scm\/~?([^/]+\/[^/]+)\.git(\/.*)$/.exec(path) ?? []
      return name === undefined ? null : { name, rest: rest! }
    },
    isLogin: headers => headers.authorization === `Bearer ${TOKEN}`,
    answer: bitbucketServer,
  },
  azure_devops: {
    prefix: '/org',
    gitPath: repository => `/org/${repository.replace('/', '/_git/')}`,
    repositoryOf: path => {
      const [, owner, name, rest] = /^\/org\/([^/]+)\/_git\/([^/]+)(\/.*)$/.exec(path) ?? []
      return name === undefined ? null : { name: `${owner}/${name}`, rest: rest! }
    },
    isLogin: headers => headers.authorization === basic(`:${TOKEN}`),
    answer: azure,
  },
}
