// Test helper: a code host on a local port, with real bare repositories, their requests, and real merges.

import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import path from 'node:path'
import type { CodeHostName } from '../../catalogue/version-control.ts'
import { listening } from '../testing-servers.ts'
import { BOT, DIALECTS, type HostState, type Reply, type TestRequest, TOKEN } from './testing-dialects.ts'

const environment = {
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Maintainer',
  GIT_AUTHOR_EMAIL: 'maintainer@example.org',
  GIT_COMMITTER_NAME: 'Maintainer',
  GIT_COMMITTER_EMAIL: 'maintainer@example.org',
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

export type MergeButton = 'merge' | 'squash' | 'rebase'

export class TestHost implements HostState {
  readonly kind: CodeHostName
  readonly #folder: string
  readonly #server: Server
  readonly requests: TestRequest[] = []
  /** Calls to the API, for assertions. */
  readonly calls: string[] = []
  /** Status that the API fails with; 0 works. */
  failing = 0
  host = ''

  constructor(kind: CodeHostName, folder: string) {
    this.kind = kind
    this.#folder = folder
    this.#server = createServer((request, response) => void this.#respond(request, response))
  }

  async start(): Promise<void> {
    this.host = await listening(this.#server)
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  bare(repository = 'team/app'): string {
    return path.join(this.#folder, `${repository}.git`)
  }

  /** The address for git, without a login. */
  url(repository = 'team/app'): string {
    return `http://${this.host}${DIALECTS[this.kind].gitPath(repository)}`
  }

  /** Publishes a local repository as `team/app`. */
  publish(bare: string): void {
    mkdirSync(path.dirname(this.bare()), { recursive: true })
    git('clone', '--quiet', '--bare', bare, this.bare())
    git('-C', this.bare(), 'config', 'http.receivepack', 'true')
  }

  fork(repository: string): string {
    const fork = `${BOT}/${path.basename(repository)}`
    if (existsSync(this.bare(fork))) return ''
    mkdirSync(path.dirname(this.bare(fork)), { recursive: true })
    git('clone', '--quiet', '--bare', this.bare(repository), this.bare(fork))
    git('-C', this.bare(fork), 'config', 'http.receivepack', 'true')
    return fork
  }

  tip(branch: string, repository = 'team/app'): string | null {
    try {
      return git('-C', this.bare(repository), 'rev-parse', '--verify', '--quiet', `refs/heads/${branch}`)
    } catch {
      return null
    }
  }

  file(name: string, branch = 'main', repository = 'team/app'): string {
    return git('-C', this.bare(repository), 'show', `${branch}:${name}`)
  }

  find(source: string, target: string, from: string): TestRequest | undefined {
    return this.requests.find(
      each => each.state === 'open' && each.source === source && each.target === target && each.from === from,
    )
  }

  /** Opens a request; a text says why the host rejects it. */
  open(wish: Pick<TestRequest, 'source' | 'target' | 'from' | 'title' | 'description'>): TestRequest | string {
    if (!wish.title) return 'A title is required'
    if (this.find(wish.source, wish.target, wish.from)) return 'A pull request already exists'
    const tip = this.tip(wish.source, wish.from)
    if (tip === null || this.tip(wish.target) === null) return 'The branch does not exist'
    if (tip === this.tip(wish.target)) return `No commits between ${wish.target} and ${wish.source}`
    const number = this.requests.length + 1
    const made: TestRequest = { ...wish, number, state: 'open', mergeCommit: '', version: 0 }
    this.requests.push(made)
    return made
  }

  get newest(): TestRequest {
    return this.requests.at(-1)!
  }

  /** Merges an open request as its button does; false if git reports conflicts. */
  merge(
    style: MergeButton,
    { number = this.newest.number, removes = false }: { number?: number; removes?: boolean } = {},
  ): boolean {
    const request = this.requests[number - 1]!
    const checkout = path.join(this.#folder, 'merging')
    rmSync(checkout, { recursive: true, force: true })
    git('clone', '--quiet', '--branch', request.target, this.bare(), checkout)
    const inside = (...args: string[]) => git('-C', checkout, ...args)
    inside('fetch', '--quiet', this.bare(request.from), `refs/heads/${request.source}:refs/heads/proposed`)
    try {
      if (style === 'merge') inside('merge', '--quiet', '--no-ff', '-m', `Merge #${number}`, 'proposed')
      else if (style === 'squash') {
        inside('merge', '--quiet', '--squash', 'proposed')
        inside('commit', '--quiet', '--allow-empty', '-m', `${request.title} (#${number})`)
      } else {
        inside('rebase', '--quiet', '--force-rebase', request.target, 'proposed')
        inside('checkout', '--quiet', request.target)
        inside('merge', '--quiet', '--ff-only', 'proposed')
      }
    } catch {
      return false
    }
    inside('push', '--quiet', 'origin', `HEAD:${request.target}`)
    request.state = 'merged'
    request.mergeCommit = inside('rev-parse', 'HEAD')
    if (removes) this.removeBranch(request)
    return true
  }

  /** Merges the target of an open request into its branch, as "Update branch" does; false if git reports conflicts. */
  updateBranch({ source, target, from } = this.newest): boolean {
    const checkout = path.join(this.#folder, 'updating')
    rmSync(checkout, { recursive: true, force: true })
    git('clone', '--quiet', '--branch', source, this.bare(from), checkout)
    const inside = (...args: string[]) => git('-C', checkout, ...args)
    inside('fetch', '--quiet', this.bare(), `refs/heads/${target}`)
    try {
      inside('merge', '--quiet', '-m', `Merge ${target} into ${source}`, 'FETCH_HEAD')
    } catch {
      return false
    }
    inside('push', '--quiet', 'origin', source)
    return true
  }

  removeBranch({ source, from } = this.newest): void {
    git('-C', this.bare(from), 'update-ref', '-d', `refs/heads/${source}`)
  }

  /** Commits files to a branch, as someone who works on the host does. */
  commit(files: Record<string, (before: string) => string>, branch = 'main', repository = 'team/app'): void {
    const checkout = path.join(this.#folder, 'committing')
    rmSync(checkout, { recursive: true, force: true })
    git('clone', '--quiet', '--branch', branch, this.bare(repository), checkout)
    for (const [name, change] of Object.entries(files)) {
      const file = path.join(checkout, name)
      mkdirSync(path.dirname(file), { recursive: true })
      const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
      writeFileSync(file, change(before))
    }
    git('-C', checkout, 'add', '--all')
    git('-C', checkout, 'commit', '--quiet', '--allow-empty', '-m', 'Work on the host')
    git('-C', checkout, 'push', '--quiet', 'origin', branch)
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, `http://${this.host}`)
    const dialect = DIALECTS[this.kind]
    const repository = dialect.repositoryOf(url.pathname)
    if (repository !== null) return this.#git(request, response, url, repository)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const reply = this.#api(request, url, Buffer.concat(parts).toString())
    response
      .writeHead(reply.status, { 'content-type': 'application/json' })
      .end(reply.body === undefined ? '' : JSON.stringify(reply.body))
  }

  #api(request: IncomingMessage, url: URL, sent: string): Reply {
    const dialect = DIALECTS[this.kind]
    this.calls.push(`${request.method} ${url.pathname}`)
    if (this.failing > 0) return { status: this.failing, body: { message: `Failing with ${TOKEN}` } }
    if (!dialect.isLogin(request.headers)) return { status: 401, body: { message: 'Bad credentials' } }
    const prefix = dialect.prefix
    if (!url.pathname.startsWith(prefix)) return { status: 404, body: { message: 'Not Found' } }
    const call = {
      method: request.method ?? 'GET',
      path: url.pathname.slice(prefix.length),
      query: url.searchParams,
      body: sent === '' ? {} : JSON.parse(sent),
    }
    return dialect.answer(this, call) ?? { status: 404, body: { message: 'Not Found' } }
  }

  /** Anyone reads; pushing needs the token. */
  #git(request: IncomingMessage, response: ServerResponse, url: URL, repository: { name: string; rest: string }): void {
    const isPush = url.searchParams.get('service') === 'git-receive-pack' || repository.rest === '/git-receive-pack'
    const [, login = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? []
    const isIn = Buffer.from(login, 'base64').toString().endsWith(`:${TOKEN}`)
    if (isPush && !isIn) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
      return
    }
    const backend = spawn('git', ['http-backend'], {
      env: {
        ...environment,
        GIT_PROJECT_ROOT: this.#folder,
        GIT_HTTP_EXPORT_ALL: '1',
        ...(isIn && { REMOTE_USER: BOT }),
        PATH_INFO: `/${repository.name}.git${repository.rest}`,
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        REMOTE_ADDR: '127.0.0.1',
        ...(request.headers['content-encoding'] && { HTTP_CONTENT_ENCODING: request.headers['content-encoding'] }),
        ...(request.headers['git-protocol'] && { GIT_PROTOCOL: String(request.headers['git-protocol']) }),
      },
    })
    request.pipe(backend.stdin)
    backend.stdin.on('error', () => {})
    const parts: Buffer[] = []
    backend.stdout.on('data', (part: Buffer) => parts.push(part))
    backend.on('close', () => {
      const all = Buffer.concat(parts)
      const end = all.indexOf('\r\n\r\n')
      const lines = all.subarray(0, end).toString().split('\r\n')
      const { Status: status, ...headers } = Object.fromEntries(
        lines.map(line => line.split(/:\s*/, 2) as [string, string]),
      )
      response.writeHead(Number.parseInt(status ?? '200', 10), headers).end(all.subarray(end + 4))
    })
  }
}
