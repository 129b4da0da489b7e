// Test helper: remote repositories and a site that uses them.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Services } from '#core/services.ts'
import { JobRunner } from '#events/job-runner.ts'
import type { TestApi } from '../api/testing.ts'
import { faults } from '../catalogue/testing.ts'
import { REPOSITORY_LANE } from './background.ts'

const environment = {
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Upstream',
  GIT_AUTHOR_EMAIL: 'upstream@example.org',
  GIT_COMMITTER_NAME: 'Upstream',
  GIT_COMMITTER_EMAIL: 'upstream@example.org',
}

export const temporaryFolder = (): string => mkdtempSync(path.join(tmpdir(), 'parlance-repositories-'))

/** A remote repository with a working copy. */
export class Upstream {
  readonly folder: string
  readonly bare: string
  readonly #checkout: string

  constructor(folder = temporaryFolder()) {
    this.folder = folder
    this.bare = path.join(folder, 'remote.git')
    this.#checkout = path.join(folder, 'checkout')
    this.git('init', '--quiet', '--bare', '--initial-branch=main', this.bare)
    this.git('init', '--quiet', '--initial-branch=main', this.#checkout)
    this.inside('remote', 'add', 'origin', this.bare)
  }

  get url(): string {
    return `file://${this.bare}`
  }

  git(...args: string[]): string {
    return execFileSync('git', args, { env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  }

  inside(...args: string[]): string {
    return this.git('-C', this.#checkout, ...args)
  }

  /** Content of a file on the remote branch. */
  file(name: string, branch = 'main'): string {
    return this.git('-C', this.bare, 'show', `${branch}:${name}`)
  }

  log(format = '%an: %s', branch = 'main'): string[] {
    return this.git('-C', this.bare, 'log', `--format=${format}`, branch).split('\n')
  }

  at(name: string): string {
    return path.join(this.#checkout, name)
  }

  write(name: string, content: string): void {
    mkdirSync(path.dirname(this.at(name)), { recursive: true })
    writeFileSync(this.at(name), content)
  }

  /** Commits and pushes changes. */
  publish(message: string, files: Record<string, string> = {}, ...options: string[]): string {
    for (const [name, content] of Object.entries(files)) this.write(name, content)
    this.inside('add', '--all')
    this.inside('commit', '--quiet', '--message', message)
    this.inside('push', '--quiet', ...options, 'origin', 'HEAD:main')
    return this.inside('rev-parse', 'HEAD')
  }

  /** Pulls changes of others. */
  update(): void {
    this.inside('fetch', '--quiet', 'origin', 'main')
    this.inside('reset', '--quiet', '--hard', 'FETCH_HEAD')
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** A PO file with these strings. */
export const po = (language: string, strings: Record<string, string>): string =>
  [
    `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n`,
    ...Object.entries(strings).map(([source, target]) => `msgid "${source}"\nmsgstr "${target}"\n`),
  ].join('\n')

/** Runs all waiting repository jobs. */
export const drainRepositories = ({ store, jobs, log, clock }: Services): Promise<number> =>
  new JobRunner({ store, jobs, log, lane: REPOSITORY_LANE, leaseClock: clock }).drain()

interface TestUnit {
  readonly id: number
  readonly source: string[]
  readonly target: string[]
}

/** Works with the components of a project over the REST API. */
export class RepositorySite {
  readonly api: TestApi
  readonly boss: string
  /** The address of the component created last. */
  at = ''
  #count = 0

  constructor(api: TestApi, boss: string) {
    this.api = api
    this.boss = boss
  }

  /** Creates a site with a project. */
  static async open(api: TestApi): Promise<RepositorySite> {
    const site = new RepositorySite(api, (await api.user('Boss', { superuser: true })).key)
    await site.send('POST', '/api/projects/', { name: 'Garden', slug: 'garden', web: 'https://example.org/' })
    return site
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  async send(method: string, to: string, body?: unknown, key = this.boss): Promise<any> {
    const answer = await this.api.send(method, to, { key, ...(body !== undefined && { body }) })
    assert.ok(answer.status < 300, `${method} ${to}: ${answer.status} ${answer.text}`)
    return answer.json
  }

  /** Creates a component from the remote repository and imports its files. */
  async component(repo: string, more: Record<string, unknown> = {}): Promise<void> {
    const slug = `c${++this.#count}`
    this.at = `/api/components/garden/${slug}/`
    const body = { name: slug, slug, file_format: 'po', vcs: 'git', repo, filemask: 'po/*.po', push: repo, ...more }
    const made = await this.send('POST', '/api/projects/garden/components/', body)
    assert.match(made.task_url, /\/api\/tasks\//)
    const task = await this.task(made.task_url)
    assert.deepEqual([task.completed, task.result], [true, { result: true }])
  }

  /** Runs all waiting jobs and returns the result of a task. */
  async task(
    url: string,
  ): Promise<{ completed: boolean; result: { result?: boolean; detail?: string; error?: string } }> {
    await drainRepositories(this.api.services)
    return this.send('GET', new URL(url).pathname)
  }

  operate(operation: string): Promise<{ result: boolean; detail?: string }> {
    return this.send('POST', `${this.at}repository/`, { operation })
  }

  status() {
    return this.send('GET', `${this.at}repository/`)
  }

  translation(code: string): string {
    return `${this.at.replace('components', 'translations')}${code}/`
  }

  async units(code: string): Promise<TestUnit[]> {
    return (await this.send('GET', `${this.translation(code)}units/?page_size=1000`)).results
  }

  async texts(code: string): Promise<Record<string, string>> {
    return Object.fromEntries((await this.units(code)).map(({ source, target }) => [source[0], target[0]]))
  }

  async unit(code: string, source: string): Promise<TestUnit> {
    return (await this.units(code)).find(each => each.source[0] === source)!
  }

  async translate(code: string, source: string, target: string, key = this.boss): Promise<void> {
    const { id } = await this.unit(code, source)
    await this.send('PATCH', `/api/units/${id}/`, { target: [target], state: target === '' ? 0 : 20 }, key)
    this.api.clock.advance(1)
  }

  /** Suggestions for a string, with their authors. */
  async suggestions(code: string, source: string): Promise<[string, string | null][]> {
    const { results } = await this.send('GET', `/api/units/${(await this.unit(code, source)).id}/suggestions/`)
    return results.map((each: { target: string[]; user: string | null }) => [
      each.target[0],
      each.user && path.basename(each.user),
    ])
  }

  async sound(): Promise<void> {
    assert.deepEqual(await faults(this.api.services.store), [])
  }
}
