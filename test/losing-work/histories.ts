// Random histories of a repository, with contributions in between. Whatever happens to the files, a string must keep
// its translations, suggestions, comments and labels.

import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Store } from '#store/store.ts'
import { type TestApi, testApi } from '#translation/api/testing.ts'
import { drainRepositories, po, RepositorySite, temporaryFolder, Upstream } from '#translation/repositories/testing.ts'

export interface Summary {
  histories: number
  steps: Record<string, number>
  written: Record<'translations' | 'suggestions' | 'comments' | 'labels', number>
  /** Contributions that exist exactly once in the end. */
  found: Record<'translations' | 'suggestions' | 'comments' | 'labels', number>
  setAside: number
}

const LANGUAGES = ['cs', 'de', 'fr']
const STRINGS = Array.from({ length: 24 }, (_, i) => `S${i}`)

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

interface Written {
  readonly kind: keyof Summary['written']
  readonly language: string
  readonly source: string
  readonly text: string
}

class History {
  readonly #site: RepositorySite
  readonly #api: TestApi
  readonly #upstream = new Upstream()
  readonly #random: (below: number) => number
  readonly #summary: Summary
  readonly #written: Written[] = []
  readonly #label: number
  #folder = 'po'
  #count = 0

  constructor(site: RepositorySite, seed: number, summary: Summary, label: number) {
    this.#site = site
    this.#api = site.api
    this.#random = randomNumbers(seed)
    this.#summary = summary
    this.#label = label
  }

  get #db() {
    return this.#api.services.store.read
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#random(from.length)]!
  }

  #file = (language: string, folder = this.#folder) => `${folder}/${language}.po`

  #strings(language: string): Record<string, string> {
    const file = this.#upstream.at(this.#file(language))
    if (!existsSync(file)) return {}
    const text = readFileSync(file, 'utf8')
    return Object.fromEntries(
      [...text.matchAll(/msgid "(S\d+)"\nmsgstr "(.*)"/g)].map(([, id, target]) => [id!, target!]),
    )
  }

  #publish(files: Record<string, string> = {}, ...options: string[]): void {
    for (const [name, content] of Object.entries(files)) this.#upstream.write(name, content)
    this.#upstream.inside('add', '--all')
    if (this.#upstream.inside('status', '--porcelain') !== '')
      this.#upstream.inside('commit', '--quiet', '--message', 'Step')
    this.#upstream.inside('push', '--quiet', ...options, 'origin', 'HEAD:main')
  }

  readonly #steps: Record<string, () => Promise<void> | void> = {
    'rename folder': () => {
      const to = `folder${++this.#count}`
      this.#upstream.inside('mv', this.#folder, to)
      this.#folder = to
      this.#publish()
    },
    truncate: () => {
      const language = this.#pick(LANGUAGES)
      const kept = Object.entries(this.#strings(language)).slice(0, 1 + this.#random(20))
      this.#publish({ [this.#file(language)]: po(language, Object.fromEntries(kept)) })
    },
    'empty file': () => this.#publish({ [this.#file(this.#pick(LANGUAGES))]: '' }),
    'broken file': () => this.#publish({ [this.#file(this.#pick(LANGUAGES))]: 'msgid "S0\nmsgstr' }),
    'delete file': () => {
      const file = this.#file(this.#pick(LANGUAGES))
      rmSync(this.#upstream.at(file), { force: true })
      this.#publish({ README: `${++this.#count}` })
    },
    'add file again': () => {
      const language = this.#pick(LANGUAGES)
      const all = Object.fromEntries(STRINGS.map(id => [id, '']))
      this.#publish({ [this.#file(language)]: po(language, { ...all, ...this.#strings(language) }) })
    },
    'remove strings': () => {
      const removed = new Set([this.#pick(STRINGS), this.#pick(STRINGS), this.#pick(STRINGS)])
      this.#rewrite(strings => Object.fromEntries(Object.entries(strings).filter(([id]) => !removed.has(id))))
    },
    'add strings again': () =>
      this.#rewrite(strings => ({ ...Object.fromEntries(STRINGS.map(id => [id, ''])), ...strings })),
    'force push': () => {
      const commits = this.#upstream.inside('rev-list', '--first-parent', 'HEAD').split('\n')
      this.#upstream.inside('reset', '--quiet', '--hard', commits[Math.min(1 + this.#random(2), commits.length - 1)]!)
      this.#folder = this.#findFolder()
      this.#publish({ README: `${++this.#count}` }, '--force')
    },
    squash: () => {
      const commits = this.#upstream.inside('rev-list', '--first-parent', 'HEAD').split('\n')
      this.#upstream.inside('reset', '--quiet', '--soft', commits[Math.min(2, commits.length - 1)]!)
      this.#publish({ README: `${++this.#count}` }, '--force')
    },
  }

  #findFolder(): string {
    const file = this.#upstream.inside('ls-files', '*.po').split('\n')[0] ?? ''
    return file === '' ? this.#folder : path.dirname(file)
  }

  #rewrite(change: (strings: Record<string, string>) => Record<string, string>): void {
    const files: Record<string, string> = {}
    for (const language of LANGUAGES) {
      const strings = this.#strings(language)
      if (Object.keys(strings).length > 0) files[this.#file(language)] = po(language, change(strings))
    }
    this.#publish(files)
  }

  /** Adds a random contribution to a random string. */
  async #write(): Promise<void> {
    const units = await this.#units()
    if (units.length === 0) return
    const { id, language, source } = this.#pick(units)
    const kind = this.#pick(['translations', 'translations', 'suggestions', 'comments', 'labels'] as const)
    const text = `${kind} ${++this.#count}`
    const at = `/api/units/${id}/`
    if (kind === 'translations') await this.#site.send('PATCH', at, { target: [text], state: 20 })
    else if (kind === 'suggestions') await this.#site.send('POST', `${at}suggestions/`, { target: [text] })
    else if (kind === 'comments')
      await this.#site.send('POST', `${at}comments/`, { scope: 'translation', comment: text })
    else {
      const sourceUnit = (await this.#units('en')).find(each => each.source === source)!
      if (this.#written.some(each => each.kind === 'labels' && each.source === source)) return
      await this.#site.send('PATCH', `/api/units/${sourceUnit.id}/`, { labels: [this.#label] })
    }
    this.#api.clock.advance(1)
    this.#written.push({ kind, language: kind === 'labels' ? 'en' : language, source, text })
    this.#summary.written[kind]++
  }

  async #units(language?: string) {
    const slug = this.#site.at.split('/')[4]!
    const rows = await this.#db
      .selectFrom('unit')
      .innerJoin('translation', 'translation.id', 'unit.translation_id')
      .innerJoin('component', 'component.id', 'translation.component_id')
      .select([
        'unit.id',
        'unit.source',
        'unit.target',
        'translation.language_code as language',
        'component.id as component',
      ])
      .where('component.path', '=', slug)
      .$if(language === undefined, query => query.where('is_source', '=', 0))
      .$if(language !== undefined, query => query.where('language_code', '=', language!))
      .orderBy('unit.id')
      .execute()
    return rows
  }

  async #pull(): Promise<void> {
    await this.#site.operate('pull')
    const { results } = await this.#site.send('GET', `${this.#site.at}alerts/`)
    const alert = results.find((each: { name: string }) => each.name === 'NoMaskMatches')
    if (alert?.details.moved && this.#random(10) < 7) await this.#useMask(alert.details.moved)
  }

  async #useMask(settings: object): Promise<void> {
    await this.#site.send('PATCH', this.#site.at, settings)
    await drainRepositories(this.#api.services)
  }

  async run(steps: number): Promise<void> {
    const all = Object.fromEntries(STRINGS.map(id => [id, '']))
    const translated = (language: string) => Object.fromEntries(STRINGS.map(id => [id, `${language} ${id}`]))
    this.#publish({
      [this.#file('cs')]: po('cs', translated('cs')),
      [this.#file('de')]: po('de', translated('de')),
      [this.#file('fr')]: po('fr', all),
    })
    await this.#site.component(this.#upstream.url)
    for (let i = 0; i < steps; i++) {
      for (let n = this.#random(3); n >= 0; n--) await this.#write()
      if (this.#random(3) === 0) await this.#site.operate('push')
      this.#upstream.update()
      this.#folder = this.#findFolder()
      const name = this.#pick(Object.keys(this.#steps))
      this.#summary.steps[name] = (this.#summary.steps[name] ?? 0) + 1
      await this.#steps[name]!()
      if (this.#random(4) > 0) await this.#pull()
      await this.#checkListed()
    }
    await this.#end()
  }

  /** Puts all strings back into the files and points the component at them, then compares. */
  async #end(): Promise<void> {
    this.#upstream.update()
    this.#folder = this.#findFolder()
    const files: Record<string, string> = {}
    const all = Object.fromEntries(STRINGS.map(id => [id, '']))
    for (const language of LANGUAGES) files[this.#file(language)] = po(language, { ...all, ...this.#strings(language) })
    this.#publish({ ...files, README: 'end' })
    await this.#site.operate('pull')
    await this.#useMask({ filemask: `${this.#folder}/*.po` })
    await this.#acceptFiles()
    await this.#site.sound()
    await this.#checkListed()
    await this.#compare()
  }

  /** Accepts files that look truncated, because their strings are back without translations. */
  async #acceptFiles(): Promise<void> {
    const { results } = await this.#site.send('GET', `${this.#site.at}alerts/`)
    const alert = results.find((each: { name: string }) => each.name === 'SuspiciousFile')
    for (const { filename } of alert?.details.occurrences ?? [])
      await this.#site.send('POST', `${this.#site.at}accept-file/`, { filename })
    await drainRepositories(this.#api.services)
  }

  /** Checks that the API lists all strings that are set aside. */
  async #checkListed(): Promise<void> {
    const list: { strings: number }[] = await this.#site.send('GET', `${this.#site.at}set-aside/`)
    const id = (await this.#units('en'))[0]?.component
    if (id === undefined) return
    const rows = await this.#db.selectFrom('set_aside_unit').select('id').where('component_id', '=', id).execute()
    assert.equal(
      list.reduce((sum, each) => sum + each.strings, 0),
      rows.length,
    )
    this.#summary.setAside += rows.length
  }

  async #compare(): Promise<void> {
    const units = [...(await this.#units()), ...(await this.#units('en'))]
    const ids = new Map(units.map(unit => [`${unit.language} ${unit.source}`, unit.id]))
    assert.equal(ids.size, units.length, 'duplicate strings')
    for (const { kind, language, source, text } of this.#written) {
      const id = ids.get(`${language} ${source}`)
      assert.ok(id !== undefined, `${language} ${source} is missing`)
      assert.equal(
        await times(this.#api.services.store, kind, id, text, this.#label),
        1,
        `"${text}" of ${language} ${source}`,
      )
      this.#summary.found[kind]++
    }
  }

  remove(): void {
    this.#upstream.remove()
  }
}

/** How often a contribution to a string exists. */
async function times(
  { read }: Store,
  kind: Written['kind'],
  unit: number,
  text: string,
  label: number,
): Promise<number> {
  if (kind === 'suggestions')
    return (
      await read.selectFrom('suggestion').select('id').where('unit_id', '=', unit).where('target', '=', text).execute()
    ).length
  if (kind === 'comments')
    return (
      await read
        .selectFrom('unit_comment')
        .select('id')
        .where('unit_id', '=', unit)
        .where('comment', '=', text)
        .execute()
    ).length
  if (kind === 'labels')
    return (
      await read
        .selectFrom('unit_label')
        .select('unit_id')
        .where('unit_id', '=', unit)
        .where('label_id', '=', label)
        .execute()
    ).length
  const rows = await read
    .selectFrom('translation_change')
    .select('id')
    .where('unit_id', '=', unit)
    .where('target', '=', text)
    .where('author_id', 'is not', null)
    .where('action', 'in', [2, 5])
    .execute()
  return rows.length
}

/** Plays histories with successive seeds. Throws at the first that loses a contribution. */
export async function playHistories(
  store: Store,
  {
    histories,
    seed,
    steps = 6,
    report = () => {},
  }: { histories: number; seed: number; steps?: number; report?: (line: string) => void },
): Promise<Summary> {
  const data = temporaryFolder()
  const none = { translations: 0, suggestions: 0, comments: 0, labels: 0 }
  const summary: Summary = { histories: 0, steps: {}, written: { ...none }, found: { ...none }, setAside: 0 }
  try {
    const api = await testApi(store, {
      data: path.join(data, 'site'),
      repositoryProtocols: ['file'],
      repositoryNetwork: 'any',
    })
    const site = await RepositorySite.open(api)
    const label = await site.send('POST', '/api/projects/garden/labels/', { name: 'Important', color: 'red' })
    for (let i = 0; i < histories; i++) {
      const history = new History(site, seed + i, summary, label.id)
      try {
        await history.run(steps)
      } catch (error) {
        throw new Error(`The history with seed ${seed + i} lost a contribution: ${(error as Error).message}`, {
          cause: error,
        })
      } finally {
        history.remove()
      }
      summary.histories++
      if (summary.histories % 10 === 0) report(`${summary.histories} histories`)
    }
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
  return summary
}
