// A bare clone of a repository. Files are read from commits and written to new ones without a checkout, so nothing in a
// repository (symbolic links, hooks, filters, submodules) ever takes effect on disk.

import { createHash } from 'node:crypto'
import { mkdir, opendir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type RepositoryAddress, type RepositoryRules, reachableAt, readAddress } from './address.ts'
import { BlobReader } from './blob-reader.ts'
import { type GitRun, git, gitLine } from './git.ts'
import { RepositoryError } from './repository-error.ts'
import { hostName, signing, sshCommand } from './ssh.ts'

const PATIENCE_MS = 5 * 60_000
const MOST_BYTES = 2 * 1024 ** 3
const MOST_FILE_BYTES = 50 * 1024 * 1024
const LOOK_EVERY_MS = 500
const TOO_LARGE = 'The repository is larger than this server allows.'

export interface CopyPlace {
  /** The site's data folder. */
  readonly data: string
  /** The component that owns the repository, or a name for a temporary copy. */
  readonly component: number | string
  readonly rules: RepositoryRules & { readonly commitSigning?: 'off' | 'ssh' }
  /** Limits below the defaults. */
  readonly limits?: { readonly bytes?: number; readonly fileBytes?: number; readonly patience?: number }
}

export interface TreeFile {
  readonly blob: string
  readonly mode: string
}

export interface Author {
  readonly name: string
  readonly email: string
}

export interface NewCommit {
  readonly parents: readonly string[]
  /** The commit to start from. */
  readonly tree: string
  /** Changed files by path; null removes a file. */
  readonly files: ReadonlyMap<string, Uint8Array | TreeFile | null>
  /** Files whose mode is kept. */
  readonly existing?: ReadonlyMap<string, TreeFile>
  readonly message: string
  readonly author: Author
  readonly committer: Author
  /** Seconds since 1970. */
  readonly time: number
}

export interface CommitInfo {
  revision: string
  shortrevision: string
  author: string
  author_name: string
  author_email: string
  authordate: string
  commit: string
  commit_name: string
  commit_email: string
  commitdate: string
  message: string
  summary: string
}

/** git's blob id of a content. */
export const blobOf = (content: Uint8Array): string =>
  createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')

const REGULAR = new Set(['100644', '100755'])

export const copiesFolder = (data: string): string => path.resolve(data, 'repositories')

export class Copy {
  readonly #place: CopyPlace
  readonly #folder: string
  readonly #signal: AbortSignal | undefined
  #blobs: BlobReader | undefined

  constructor(place: CopyPlace, signal?: AbortSignal) {
    this.#place = place
    this.#folder = path.join(copiesFolder(place.data), `${place.component}.git`)
    this.#signal = signal
  }

  get #run(): GitRun {
    const { patience } = this.#place.limits ?? {}
    return { folder: this.#folder, signal: this.#signal, ...(patience !== undefined && { patience }) }
  }

  /** Whether the copy exists; `prepare` recreates a lost one. */
  async exists(): Promise<boolean> {
    return (await stat(path.join(this.#folder, 'HEAD')).catch(() => null)) !== null
  }

  async prepare(): Promise<void> {
    if (await this.exists()) return
    await rm(this.#folder, { recursive: true, force: true })
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await git(['init', '--quiet', '--bare', '--template=', '--', this.#folder], this.#run)
  }

  async remove(): Promise<void> {
    this.#blobs?.close()
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** The default branch of the remote repository. */
  async remoteBranch(repo: string): Promise<string> {
    await this.prepare()
    const { url, run } = await this.#remote(repo)
    const output = await gitLine(['ls-remote', '--symref', '--', url, 'HEAD'], run)
    const branch = /^ref: refs\/heads\/(\S+)\s+HEAD$/m.exec(output)?.[1]
    if (branch === undefined) throw new RepositoryError('no branch', 'The repository has no default branch.')
    return branch
  }

  /** Fetches a remote branch, or only its newest commit, and returns the commit it is at. */
  async fetch(repo: string, branch: string, extent: 'all' | 'newest' = 'all'): Promise<string> {
    try {
      return await this.#fetch(repo, branch, extent)
    } catch (error) {
      if (!(error instanceof RepositoryError && error.kind === 'failed') || this.#signal?.aborted) throw error
      // The copy may be damaged; start over.
      await this.remove()
      return this.#fetch(repo, branch, extent)
    }
  }

  /** Fetches a branch of our own, which may be in another repository; null if it cannot be fetched. */
  async fetchOwn(repo: string, branch: string): Promise<string | null> {
    return this.#fetch(repo, branch, 'all', 'own').catch((error: unknown) => {
      if (error instanceof RepositoryError) return null
      throw error
    })
  }

  async #fetch(repo: string, branch: string, extent: 'all' | 'newest', remote = 'origin'): Promise<string> {
    await this.prepare()
    const { url, run } = await this.#remote(repo)
    const into = `refs/remotes/${remote}/${branch}`
    const limits = new AbortController()
    const most = this.#place.limits?.bytes ?? MOST_BYTES
    const watch = setInterval(() => {
      void folderBytes(this.#folder).then(bytes => {
        if (bytes > most) limits.abort()
      })
    }, LOOK_EVERY_MS)
    try {
      const signal = this.#signal ? AbortSignal.any([this.#signal, limits.signal]) : limits.signal
      await git(
        [
          'fetch',
          '--quiet',
          '--no-tags',
          '--no-recurse-submodules',
          '--no-write-fetch-head',
          '--force',
          ...(extent === 'newest' ? ['--depth=1'] : []),
          '--',
          url,
          `+refs/heads/${branch}:${into}`,
        ],
        { ...run, signal, patience: PATIENCE_MS },
      )
    } catch (error) {
      if (limits.signal.aborted) {
        await this.remove()
        throw new RepositoryError('limit', TOO_LARGE)
      }
      throw error
    } finally {
      clearInterval(watch)
    }
    // A small repository may be complete before the first check.
    if ((await folderBytes(this.#folder)) > most) {
      await this.remove()
      throw new RepositoryError('limit', TOO_LARGE)
    }
    return gitLine(['rev-parse', '--verify', '--end-of-options', `${into}^{commit}`], this.#run)
  }

  /** The commit that a remote branch is at; null if there is no such branch. */
  async remoteTip(repo: string, branch: string): Promise<string | null> {
    const { url, run } = await this.#remote(repo)
    const output = await gitLine(['ls-remote', '--', url, `refs/heads/${branch}`], run)
    return /^([0-9a-f]{40,64})\s/.exec(output)?.[1] ?? null
  }

  /**
   * Pushes a commit to a remote branch, fast-forward only, or in place of the commit `replaces` (null for a new branch).
   * Push options are for servers that support them; others get the commit without.
   */
  async push(
    repo: string,
    commit: string,
    branch: string,
    pushOptions: readonly string[] = [],
    replaces?: string | null,
  ): Promise<void> {
    const { url, run } = await this.#remote(repo)
    const lease = replaces === undefined ? [] : [`--force-with-lease=refs/heads/${branch}:${replaces ?? ''}`]
    const send = (more: readonly string[], options = [...lease, ...more]) =>
      git(['push', '--quiet', '--no-verify', ...options, '--', url, `${commit}:refs/heads/${branch}`], {
        ...run,
        patience: PATIENCE_MS,
      })
    try {
      await send(pushOptions.map(option => `--push-option=${option}`))
    } catch (error) {
      if (!(error instanceof RepositoryError && error.kind === 'no wishes')) throw error
      await send([])
    }
  }

  /** Address and git settings for a remote, which is resolved and checked once. */
  async #remote(repo: string): Promise<{ url: string; run: GitRun }> {
    const address = readAddress(repo, this.#place.rules)
    const at = await reachableAt(address, this.#place.rules)
    const settings: [string, string][] = []
    if (at !== null && /^https?$/.test(address.protocol))
      settings.push(['http.curloptResolve', `${address.host}:${address.port}:${at.includes(':') ? `[${at}]` : at}`])
    const login = loginHeader(address)
    if (login !== null) settings.push(['http.extraHeader', login])
    const environment =
      address.protocol === 'ssh' ? { GIT_SSH_COMMAND: await sshCommand(this.#place.data, address, at!) } : {}
    const secrets = [address.password, address.user.length > 20 ? address.user : '', login ?? '']
    const run = { ...this.#run, protocols: [address.protocol], settings, environment, secrets }
    const url = address.protocol === 'git' && at !== null ? addressAt(address.url, at) : address.url
    return { url, run: { ...run, server: address.protocol === 'ssh' ? hostName(address) : address.host } }
  }

  /** Whether the copy contains a commit. */
  async has(commit: string): Promise<boolean> {
    if (commit === '' || !(await this.exists())) return false
    return gitLine(['cat-file', '-t', commit], this.#run).then(
      type => type === 'commit',
      () => false,
    )
  }

  /** The output of a local git command. */
  line(args: readonly string[]): Promise<string> {
    return gitLine(args, this.#run)
  }

  async isAncestor(older: string, newer: string): Promise<boolean> {
    return git(['merge-base', '--is-ancestor', older, newer], this.#run).then(
      () => true,
      () => false,
    )
  }

  /** The merge base of two commits; null when their histories are unrelated. */
  async fork(one: string, other: string): Promise<string | null> {
    return gitLine(['merge-base', '--end-of-options', one, other], this.#run).then(
      output => output.split('\n')[0]!,
      () => null,
    )
  }

  async count(from: string, to: string): Promise<number> {
    if (from === '' || to === '') return 0
    return Number(await gitLine(['rev-list', '--count', `${from}..${to}`], this.#run))
  }

  /** Regular files of a commit by path, and other entries: symbolic links and submodules. */
  async files(commit: string): Promise<{ files: Map<string, TreeFile>; others: Set<string> }> {
    const listing = await git(['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', commit], this.#run)
    const files = new Map<string, TreeFile>()
    const others = new Set<string>()
    for (const line of listing.toString('utf8').split('\0')) {
      const parts = /^(\d+) (\w+) ([0-9a-f]+)\t(.*)$/s.exec(line)
      if (parts === null) continue
      const [, mode = '', , blob = '', name = ''] = parts
      if (REGULAR.has(mode)) files.set(name, { blob, mode })
      else others.add(name)
    }
    return { files, others }
  }

  /** Files renamed between two commits, by their old path. */
  async renames(from: string, to: string): Promise<Map<string, string>> {
    const listing = await git(
      ['diff-tree', '-r', '-z', '--name-status', '--diff-filter=R', '-M', '-l2000', '--end-of-options', from, to],
      this.#run,
    )
    const parts = listing.toString('utf8').split('\0')
    const renames = new Map<string, string>()
    for (let i = 0; i + 2 < parts.length; i += 3) renames.set(parts[i + 1]!, parts[i + 2]!)
    return renames
  }

  async read({ blob }: TreeFile): Promise<Buffer> {
    this.#blobs ??= new BlobReader(this.#run, this.#place.limits?.fileBytes ?? MOST_FILE_BYTES)
    return this.#blobs.read(blob)
  }

  /** Creates a commit that no ref points to yet. */
  async commit(request: NewCommit): Promise<string> {
    const index = path.join(this.#folder, `index-${process.pid}-${Math.random().toString(36).slice(2)}`)
    const run = { ...this.#run, environment: { GIT_INDEX_FILE: index } }
    try {
      await git(['read-tree', '--end-of-options', request.tree], run)
      const lines: string[] = []
      for (const [name, content] of request.files)
        if (content === null) lines.push(`0 ${'0'.repeat(40)}\t${name}\0`)
        else if ('blob' in content) lines.push(`${content.mode} ${content.blob}\t${name}\0`)
        else {
          const blob = await gitLine(['hash-object', '-w', '--stdin', '--no-filters'], { ...run, input: content })
          lines.push(`${request.existing?.get(name)?.mode ?? '100644'} ${blob}\t${name}\0`)
        }
      if (lines.length > 0) await git(['update-index', '-z', '--index-info'], { ...run, input: lines.join('') })
      const tree = await gitLine(['write-tree'], run)
      const parents = request.parents.flatMap(parent => ['-p', parent])
      const who = (role: string, { name, email }: Author) => ({
        [`GIT_${role}_NAME`]: clean(name) || 'nobody',
        [`GIT_${role}_EMAIL`]: clean(email),
        [`GIT_${role}_DATE`]: `${request.time} +0000`,
      })
      const { args, settings } = await signing(this.#place.data, this.#place.rules.commitSigning)
      return await gitLine(['commit-tree', ...args, tree, ...parents, '-F', '-'], {
        ...run,
        settings,
        input: request.message,
        environment: { ...run.environment, ...who('AUTHOR', request.author), ...who('COMMITTER', request.committer) },
      })
    } finally {
      await rm(index, { force: true })
    }
  }

  /** Protects a commit from garbage collection. */
  async keep(commit: string): Promise<void> {
    await git(['update-ref', 'refs/heads/parlance', commit], this.#run)
  }

  async cleanUp(): Promise<void> {
    if (await this.exists()) await git(['gc', '--quiet'], { ...this.#run, patience: PATIENCE_MS })
  }

  async info(commit: string): Promise<CommitInfo | null> {
    if (!(await this.has(commit))) return null
    const output = await gitLine(
      [
        'show',
        '--no-patch',
        '--format=%H%x00%h%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%s%x00%B',
        '--end-of-options',
        commit,
      ],
      this.#run,
    )
    const [revision = '', shortrevision = '', author_name = '', author_email = '', authordate = '', ...rest] =
      output.split('\0')
    const [commit_name = '', commit_email = '', commitdate = '', summary = '', message = ''] = rest
    return {
      revision,
      shortrevision,
      author: `${author_name} <${author_email}>`,
      author_name,
      author_email,
      authordate,
      commit: `${commit_name} <${commit_email}>`,
      commit_name,
      commit_email,
      commitdate,
      message,
      summary,
    }
  }
}

/** Strips characters that would break the author line. */
const clean = (text: string): string => text.replace(/[\p{Cc}<>]+/gu, ' ').trim()

const loginHeader = ({ protocol, user, password }: RepositoryAddress): string | null =>
  /^https?$/.test(protocol) && (user !== '' || password !== '')
    ? `Authorization: Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    : null

async function folderBytes(folder: string): Promise<number> {
  let bytes = 0
  const entries = await opendir(folder, { recursive: true }).catch(() => null)
  if (entries === null) return 0
  for await (const entry of entries) {
    if (!entry.isFile()) continue
    bytes += (await stat(path.join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0
  }
  return bytes
}

/** The git protocol cannot pin a resolved address, so the address replaces the host name. */
const addressAt = (url: string, at: string): string =>
  url.replace(/^(git:\/\/)(?:\[[^\]]*\]|[^/:]*)/, `$1${at.includes(':') ? `[${at}]` : at}`)
