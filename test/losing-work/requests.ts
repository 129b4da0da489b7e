// Random histories of pull requests on local code hosts: merged, squashed, rebased, closed, reopened and amended, with
// translations here and commits there in between. No text may be lost, come back or be doubled.

import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Store } from '#store/store.ts'
import { testApi } from '#translation/api/testing.ts'
import type { CodeHostName } from '#translation/catalogue/version-control.ts'
import { BOT, TOKEN } from '#translation/repositories/hosts/testing-dialects.ts'
import { type MergeButton, TestHost } from '#translation/repositories/hosts/testing-host.ts'
import { po, RepositorySite, temporaryFolder, Upstream } from '#translation/repositories/testing.ts'

export interface RequestSummary {
  histories: number
  hosts: Record<string, number>
  steps: Record<string, number>
  /** Texts that were written, and where the histories left them. */
  texts: { written: number; final: number; superseded: number; suggested: number }
}

const KINDS: readonly CodeHostName[] = [
  'github',
  'gitlab',
  'gitea',
  'bitbucketcloud',
  'bitbucketserver',
  'azure_devops',
]

/** Kinds of hosts from a list with commas; all if there is none. */
export function hostKinds(list?: string): readonly CodeHostName[] {
  if (list === undefined) return KINDS
  return list.split(',').map(name => {
    const kind = KINDS.find(each => each === name)
    if (kind === undefined) throw new Error(`Invalid host "${name}": expected ${KINDS.join(', ')}.`)
    return kind
  })
}

const LANGUAGES = ['cs', 'de']
const STRINGS = Array.from({ length: 6 }, (_, i) => `S${i}`)
const MERGE_STYLES = ['rebase', 'merge', 'merge_noff'] as const
const BRANCH = 'l10n'

/** Reproducible random numbers. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0
  return below => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const fileOf = (language: string): string => `po/${language}.po`
const ENTRY = /msgid "(S\d+)"\nmsgstr "(.*)"/g

const stringsIn = (text: string): [string, string][] =>
  [...text.matchAll(ENTRY)].map(([, id, target]) => [id!, target!])

class RequestHistory {
  readonly #site: RepositorySite
  readonly #host: TestHost
  readonly #mergeStyle: string
  readonly #random: (below: number) => number
  readonly #summary: RequestSummary
  /** Texts by language and string, each with the text that it replaced. */
  readonly #written = new Map<string, { text: string; replaced: string }[]>()
  readonly #trail: string[] = []
  #count = 0
  /** Whether the branch has changes of others that were not read yet. */
  #isAmended = false

  constructor(site: RepositorySite, host: TestHost, seed: number, mergeStyle: string, summary: RequestSummary) {
    this.#site = site
    this.#mergeStyle = mergeStyle
    this.#host = host
    this.#random = randomNumbers(seed)
    this.#summary = summary
  }

  get trail(): string {
    return this.#trail.join(', ')
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#random(from.length)]!
  }

  #note(language: string, id: string, text: string, replaced: string): void {
    const key = `${language} ${id}`
    this.#written.set(key, [...(this.#written.get(key) ?? []), { text, replaced }])
    this.#summary.texts.written++
  }

  async #translate(language = this.#pick(LANGUAGES), id = this.#pick(STRINGS)): Promise<void> {
    const text = `here ${++this.#count}`
    const replaced = (await this.#site.texts(language))[id]!
    await this.#site.translate(language, id, text)
    this.#note(language, id, text, replaced)
  }

  /** Someone changes a string on a branch of the host. */
  #editThere(branch = 'main', repository?: string): void {
    const [language, id, text] = [this.#pick(LANGUAGES), this.#pick(STRINGS), `there ${++this.#count}`]
    this.#host.commit(
      {
        [fileOf(language)]: content =>
          content.replace(new RegExp(`(msgid "${id}"\\nmsgstr )"(.*)"`), (_, start: string, replaced: string) => {
            this.#note(language, id, text, replaced)
            return `${start}"${text}"`
          }),
      },
      branch,
      repository,
    )
  }

  get #open() {
    const newest = this.#host.requests.at(-1)
    return newest?.state === 'open' ? newest : null
  }

  async #push(): Promise<void> {
    let outcome = await this.#site.operate('push')
    // On a busy machine, git gives up waiting for the local server. Pushing again must succeed.
    if (/cannot be reached/.test(outcome.detail ?? '')) outcome = await this.#site.operate('push')
    assert.ok(outcome.result, `push failed: ${outcome.detail}`)
    this.#isAmended = false
  }

  #merge(style: MergeButton): boolean {
    return this.#open !== null && this.#host.merge(style, { removes: this.#random(3) === 0 })
  }

  readonly #steps: Record<string, () => Promise<void> | void> = {
    translate: () => this.#translate(),
    'translate and push': async () => {
      await this.#translate()
      await this.#push()
    },
    push: () => this.#push(),
    pull: async () => void (await this.#site.operate('pull')),
    'edit upstream': () => this.#editThere(),
    'amend the request': () => {
      if (this.#open === null) return
      this.#editThere(this.#open.source, this.#open.from)
      this.#isAmended = true
    },
    'update the branch': () => {
      if (this.#open !== null) this.#host.updateBranch()
    },
    merge: () => void this.#merge('merge'),
    squash: () => void this.#merge('squash'),
    rebase: () => void this.#merge('rebase'),
    'squash, then edit both sides': async () => {
      this.#merge('squash')
      this.#editThere()
      await this.#translate()
    },
    'merge while the API fails': async () => {
      this.#merge(this.#pick(['merge', 'squash', 'rebase']))
      await this.#translate()
      this.#host.failing = 503
      await this.#site.operate(this.#pick(['push', 'pull']))
      this.#host.failing = 0
    },
    'translate what was squashed': async () => {
      const language = this.#pick(LANGUAGES)
      const id = this.#pick(STRINGS)
      await this.#translate(language, id)
      await this.#push()
      this.#merge('squash')
      await this.#translate(language, id)
    },
    close: () => {
      if (this.#open !== null) this.#open.state = 'closed'
    },
    'close and delete the branch': () => {
      if (this.#open === null || this.#isAmended) return
      this.#open.state = 'closed'
      this.#host.removeBranch()
    },
    reopen: () => {
      const newest = this.#host.requests.at(-1)
      if (newest?.state === 'closed' && this.#host.tip(newest.source, newest.from) !== null) newest.state = 'open'
    },
  }

  async run(steps: number): Promise<void> {
    for (let i = 0; i < steps; i++) {
      const name = this.#pick(Object.keys(this.#steps))
      this.#summary.steps[name] = (this.#summary.steps[name] ?? 0) + 1
      this.#trail.push(name)
      await this.#steps[name]!()
    }
    await this.#end()
  }

  /** Merges everything; afterwards, the host and this site have the same strings. */
  async #end(): Promise<void> {
    await this.#translate()
    await this.#push()
    const style = this.#pick(['merge', 'squash', 'rebase'] as const)
    // A branch with merge commits may not be rebased; hosts offer the other buttons then.
    const isMerged =
      this.#merge(style) || (this.#mergeStyle !== 'rebase' && style === 'rebase' && this.#merge('squash'))
    assert.ok(isMerged, `the request cannot be merged (${style})`)
    await this.#push()
    const { needs_commit, needs_merge, needs_push } = await this.#site.status()
    assert.deepEqual(
      { needs_commit, needs_merge, needs_push },
      { needs_commit: false, needs_merge: false, needs_push: false },
    )
    const { results } = await this.#site.send('GET', `${this.#site.at}alerts/`)
    const failures = results.filter((each: { name: string }) => /^(Push|Update)Failure$/.test(each.name))
    assert.deepEqual(failures, [])
    await this.#site.sound()
    for (const language of LANGUAGES) await this.#compare(language)
  }

  async #compare(language: string): Promise<void> {
    const there = stringsIn(this.#host.file(fileOf(language)))
    const units = await this.#site.units(language)
    const texts = Object.fromEntries(units.map(({ source, target }) => [source[0], target[0]]))
    assert.equal(units.length, STRINGS.length, 'strings are missing or doubled here')
    assert.deepEqual(there.map(([id]) => id).sort(), [...STRINGS].sort(), 'strings are missing or doubled there')
    assert.deepEqual(texts, Object.fromEntries(there), 'both sides differ')
    for (const id of STRINGS) {
      const written = this.#written.get(`${language} ${id}`) ?? []
      const replaced = new Set(written.map(each => each.replaced))
      assert.ok(!replaced.has(texts[id]!), `${language} ${id}: the replaced text "${texts[id]}" came back`)
      let suggested: string[] | undefined
      for (const { text } of written) {
        if (text === texts[id]) this.#summary.texts.final++
        else if (replaced.has(text)) this.#summary.texts.superseded++
        else {
          suggested ??= (await this.#site.suggestions(language, id)).map(([each]) => each)
          assert.ok(suggested.includes(text), `${language} ${id}: "${text}" is lost`)
          this.#summary.texts.suggested++
        }
      }
    }
  }
}

/** Plays histories with successive seeds, on each kind of host in turn. Throws at the first that goes wrong. */
export async function playRequestHistories(
  store: Store,
  {
    histories,
    seed,
    steps = 8,
    kinds = KINDS,
    report = () => {},
  }: {
    histories: number
    seed: number
    steps?: number
    kinds?: readonly CodeHostName[]
    report?: (line: string) => void
  },
): Promise<RequestSummary> {
  const data = temporaryFolder()
  const texts = { written: 0, final: 0, superseded: 0, suggested: 0 }
  const summary: RequestSummary = { histories: 0, hosts: {}, steps: {}, texts }
  const codeHosts: Record<string, { token: string; username: string }> = {}
  const rules = { repositoryProtocols: ['http'], repositoryNetwork: 'any' } as const
  try {
    const site = await RepositorySite.open(await testApi(store, { data: path.join(data, 'site'), codeHosts, ...rules }))
    for (let i = 0; i < histories; i++) {
      const own = seed + i
      const kind = kinds[own % kinds.length]!
      const upstream = new Upstream()
      const host = new TestHost(kind, path.join(upstream.folder, 'host'))
      const round = Math.floor(own / kinds.length)
      const merge_style = MERGE_STYLES[round % MERGE_STYLES.length]!
      const isFork = kind !== 'azure_devops' && round % (2 * MERGE_STYLES.length) >= MERGE_STYLES.length
      const history = new RequestHistory(site, host, own, merge_style, summary)
      try {
        const begin = (language: string) =>
          po(language, Object.fromEntries(STRINGS.map((id, n) => [id, n % 2 === 0 ? `${language} ${id}` : ''])))
        upstream.publish('Begin', Object.fromEntries(LANGUAGES.map(each => [fileOf(each), begin(each)])))
        host.publish(upstream.bare)
        await host.start()
        codeHosts[host.host] = { token: TOKEN, username: BOT }
        await site.component(host.url(), { vcs: kind, push: '', push_branch: isFork ? '' : BRANCH, merge_style })
        await history.run(steps)
      } catch (error) {
        const { message } = error as Error
        throw new Error(
          `The history with seed ${own} on ${kind}${isFork ? ', from a fork,' : ''} failed: ${message} (${history.trail})`,
          {
            cause: error,
          },
        )
      } finally {
        host.stop()
        upstream.remove()
      }
      summary.histories++
      const place = isFork ? `${kind}, fork` : kind
      summary.hosts[place] = (summary.hosts[place] ?? 0) + 1
      if (summary.histories % 10 === 0) report(`${summary.histories} histories`)
    }
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
  return summary
}
