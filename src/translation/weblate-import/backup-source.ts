// Answers the requests of an import from a project backup, with rows as the REST API has them.

import type { Reader } from '#store/store.ts'
import { languageByCode, parseLanguageAliases, plannedLanguage } from '../catalogue/languages.ts'
import type { BackedUpComponent, BackupArchive, Row } from './backup-archive.ts'
import * as rows from './backup-rows.ts'
import { type Page, type Source, SourceError, StatusError, TooLarge } from './source.ts'

/** Strings have no numbers in a backup. Theirs are the place in their component, beyond this per component. */
const UNITS_PER_COMPONENT = 100_000_000
const SCREENSHOTS_PER_COMPONENT = 1_000_000

type Answer = (match: readonly string[]) => Promise<readonly unknown[]>

export class BackupSource implements Source {
  readonly server: string
  readonly #archive: BackupArchive
  readonly #components: readonly BackedUpComponent[]
  readonly #people: ReadonlySet<string>
  /** By the code in the backup, in the order of their ids. */
  readonly #languages: ReadonlyMap<string, rows.BackupLanguage>

  /** The list read last, since its pages are read one after another. */
  #latest: { readonly pathname: string; readonly list: unknown[] } | null = null

  private constructor(
    archive: BackupArchive,
    components: readonly BackedUpComponent[],
    people: ReadonlySet<string>,
    languages: ReadonlyMap<string, rows.BackupLanguage>,
  ) {
    this.server = `backup:${archive.id}`
    this.#archive = archive
    this.#components = components
    this.#people = people
    this.#languages = languages
  }

  /** Reads the whole backup once, so that a damaged one is refused before anything is stored. */
  static async open(archive: BackupArchive, db: Reader): Promise<BackupSource> {
    const components: BackedUpComponent[] = []
    const people = new Set<string>()
    const codes = new Set<string>()
    const exact = new Set<string>()
    const add = (set: Set<string>, value: unknown) => {
      if (typeof value === 'string' && value !== '') set.add(value)
    }
    for await (const { component, units } of archive.components()) {
      components.push(component)
      add(exact, component.settings.source_language)
      for (const { language_code } of component.translations) add(codes, language_code)
      for (const { user } of component.screenshots) add(people, user)
      const ids = new Set(component.translations.map(each => each.id))
      for (const [i, unit] of units.entries()) {
        if (!ids.has(unit.translation_id))
          throw new SourceError(`${component.entry}: units[${i}].translation_id: there is no such translation.`)
        for (const name of rows.authorsOf(unit)) people.add(name)
      }
    }
    for (const entry of await archive.memory()) {
      add(exact, entry.source_language)
      add(exact, entry.target_language)
    }
    for (const team of archive.teams) {
      for (const name of rows.membersOf(team)) people.add(name)
      for (const code of rows.textsOf(team, 'languages')) exact.add(code)
    }
    const aliases = parseLanguageAliases(rows.textOf(archive.project.language_aliases))
    const languages = new Map<string, rows.BackupLanguage>()
    for (const code of [...exact, ...codes]) {
      if (languages.has(code)) continue
      const known = exact.has(code) ? await languageByCode(db, code) : null
      const language = known ?? (await plannedLanguage(db, code, aliases))
      const same = [...languages.values()].find(each => each.code === language?.code)
      languages.set(code, same ?? rows.languageRow(languages.size + 1, code, language))
    }
    return new BackupSource(archive, components, people, languages)
  }

  readonly #answers: readonly (readonly [RegExp, Answer])[] = [
    [/^users\/$/, async () => [...this.#people].sort().map(name => rows.userRow(name, this.#archive.teams))],
    [/^languages\/$/, async () => this.#uniqueLanguages()],
    [/^projects\/$/, async () => [{ ...this.#archive.project, id: rows.PROJECT_ID }]],
    [/^projects\/[^/]+\/labels\/$/, async () => this.#archive.labels],
    [/^projects\/[^/]+\/categories\/$/, async () => rows.categoryRows(this.#archive.categories)],
    [/^projects\/[^/]+\/components\/$/, async () => this.#components.map((each, i) => this.#componentRow(each, i))],
    [/^components\/(\d+)\/translations\/$/, async ([i]) => this.#translationRows(Number(i))],
    [/^components\/(\d+)\/units\/(-?\d+)\/$/, ([i, id]) => this.#unitRows(Number(i), Number(id))],
    [/^components\/(\d+)\/screenshots\/$/, ([i]) => this.#screenshotRows(Number(i))],
    [/^units\/(\d+)\/suggestions\/$/, async ([id]) => rows.suggestionRows(await this.#unit(Number(id)))],
    [/^units\/(\d+)\/comments\/$/, async ([id]) => rows.commentRows(await this.#unit(Number(id)))],
    [/^memory\/$/, async () => this.#memoryRows()],
    [/^roles\/$/, async () => rows.roleRows(this.#archive.teams)],
    [/^groups\/$/, async () => rows.groupRows(this.#archive.teams, rows.textOf(this.#archive.project.slug))],
  ]

  async all(path: string): Promise<unknown[]> {
    const { pathname } = addressOf(path)
    if (this.#latest?.pathname !== pathname) this.#latest = { pathname, list: await this.#list(pathname) }
    return this.#latest.list
  }

  async #list(pathname: string): Promise<unknown[]> {
    for (const [pattern, answer] of this.#answers) {
      const match = pattern.exec(pathname)
      if (match !== null) return [...(await answer(match.slice(1)))]
    }
    throw new StatusError(404, pathname)
  }

  async page(path: string): Promise<Page> {
    const { pathname, searchParams } = addressOf(path)
    const all = await this.all(path)
    const size = Number(searchParams.get('page_size') ?? all.length)
    const number = Number(searchParams.get('page') ?? 1)
    const end = number * size
    const next = end < all.length ? `${pathname}?page_size=${size}&page=${number + 1}` : ''
    return { count: all.length, next, results: all.slice(end - size, end) }
  }

  async json(path: string): Promise<unknown> {
    const match = /^units\/(\d+)\/$/.exec(addressOf(path).pathname)
    if (match === null) throw new StatusError(404, path)
    return rows.unitRow(Number(match[1]), await this.#unit(Number(match[1])))
  }

  async bytes(path: string, maxBytes: number): Promise<Buffer> {
    const entry = this.#entryOf(addressOf(path).pathname)
    if (entry === null || !this.#archive.has(entry)) throw new StatusError(404, entry ?? path)
    if (this.#archive.sizeOf(entry) > maxBytes) throw new TooLarge(`${entry} is larger than ${maxBytes} bytes.`)
    return this.#archive.file(entry)
  }

  /** Several codes can mean the same language. */
  #uniqueLanguages(): unknown[] {
    return [...new Set(this.#languages.values())]
  }

  #componentRow(component: BackedUpComponent, i: number): unknown {
    const source = this.#languages.get(rows.textOf(component.settings.source_language)) ?? null
    return rows.componentRow(component.settings, i, source, this.#archive.categories)
  }

  #translationRows(i: number): unknown[] {
    const { translations, settings } = this.#components[i]!
    return translations.map(row => {
      const language = this.#languages.get(rows.textOf(row.language_code)) ?? null
      return rows.translationRow(row, i, language, language?.code === rows.textOf(settings.source_language))
    })
  }

  async #unitRows(i: number, translation: number): Promise<unknown[]> {
    const units = await this.#archive.units(this.#components[i]!)
    return units.flatMap((unit, at) =>
      unit.translation_id === translation ? [rows.unitRow(i * UNITS_PER_COMPONENT + at + 1, unit)] : [],
    )
  }

  async #unit(id: number): Promise<Row> {
    const component = this.#components[Math.floor((id - 1) / UNITS_PER_COMPONENT)]
    const unit = component && (await this.#archive.units(component))[(id - 1) % UNITS_PER_COMPONENT]
    if (unit === undefined) throw new StatusError(404, `units/${id}/`)
    return unit
  }

  /** Screenshots name their strings by hash. */
  async #screenshotRows(i: number): Promise<unknown[]> {
    const component = this.#components[i]!
    if (component.screenshots.length === 0) return []
    const units = await this.#archive.units(component)
    return component.screenshots.map((row, n) => {
      const translation = component.translations.find(each => each.id === row.translation_id)
      const hashes = new Set(rows.textsOf(row, 'units'))
      const shown = units.flatMap((unit, at) =>
        unit.translation_id === row.translation_id && hashes.has(rows.textOf(unit.id_hash))
          ? [i * UNITS_PER_COMPONENT + at + 1]
          : [],
      )
      const language = this.#languages.get(rows.textOf(translation?.language_code))?.code ?? ''
      return rows.screenshotRow(row, i * SCREENSHOTS_PER_COMPONENT + n + 1, language, shown)
    })
  }

  async #memoryRows(): Promise<unknown[]> {
    const idOf = (code: unknown) => this.#languages.get(rows.textOf(code))?.id ?? -1
    return (await this.#archive.memory()).map(row => rows.memoryRow(row, idOf))
  }

  /** The archive's entry for a file of a translation or a screenshot. */
  #entryOf(pathname: string): string | null {
    const screenshot = /^screenshots\/(\d+)\/file\/$/.exec(pathname)
    if (screenshot !== null) {
      const id = Number(screenshot[1]) - 1
      const row =
        this.#components[Math.floor(id / SCREENSHOTS_PER_COMPONENT)]?.screenshots[id % SCREENSHOTS_PER_COMPONENT]
      return row === undefined ? null : `screenshots/${rows.textOf(row.image)}`
    }
    const file = /^components\/(\d+)\/file\/(-?\d+)\/$/.exec(pathname)
    const component = file && this.#components[Number(file[1])]
    const translation = component?.translations.find(each => each.id === Number(file![2]))
    if (!component || translation === undefined) return null
    const filename = rows.textOf(translation.filename)
    return filename === '' ? null : `vcs/${this.#repositoryOf(component)}/${filename}`
  }

  /** The folder with the repository of a component, which may be that of another one. */
  #repositoryOf({ settings }: BackedUpComponent): string {
    const project = rows.textOf(this.#archive.project.slug)
    const linked = /^weblate:\/\/([^/]+)\/(.+)$/.exec(rows.textOf(settings.repo))
    return linked !== null && linked[1] === project ? linked[2]! : rows.componentPath(settings)
  }
}

const addressOf = (path: string) => {
  const [pathname = '', query = ''] = path.split('?')
  return { pathname, searchParams: new URLSearchParams(query) }
}
