import type { Ask } from '#events/threads.ts'
import { fileUrl } from '../files/addresses.ts'
import { calendarMessages } from '../messages/basic-messages.ts'
import type { Wording } from '../messages/render.ts'
import { withSpaces } from '../messages/spaces.ts'
import { wordingOf } from '../messages/wording.ts'
import { upperFirst } from '../site/letter-case.ts'
import { type Gender, NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'
import { prefixedDbKey, prefixedText } from '../site/title-format.ts'
import type { TextWiki } from '../wiki.ts'
import type {
  ListedTitle,
  PageContext,
  PageProtection,
  RevisionFacts,
  ShownFile,
  SiteStatistics,
  TemplateSource,
  WikitextHost,
} from '../wikitext/host.ts'
import { DEFAULT_LIMITS } from '../wikitext/lua/invoke.ts'
import { Steps } from '../wikitext/steps.ts'
import { type BadFiles, isBadFile, readBadFiles } from './bad-files.ts'
import { type CategoryCounts, categoryCounts, gendersOf, membersOf, pagesIn, siteStatistics } from './kept-counts.ts'
import { KnownLinks, splitKey } from './known-links.ts'
import type { LinkState } from './known-pages.ts'
import { KnownProtection } from './known-protection.ts'
import { beginningKey, lookOf, type Needs, titlesBeginning } from './needs.ts'
import { languageOfRow } from './page-language.ts'
import type { PageName } from './pages.ts'
import { type KnownPage, type PageQuestion, readPages } from './read-pages.ts'
import { type FilesFound, findFiles } from './shown-file.ts'

/** Maximum number of pages one text can read; the rest count as missing, so a text cannot read a whole wiki. */
const MAX_PAGES = 5000

/** Maximum number of languages for dates in one text; beyond that, the wiki's language is used. */
const MAX_LANGUAGES = 20

/** Maximum number of page lists in one text; further ones are empty. */
const MAX_LISTS = 20

const NO_STATISTICS: SiteStatistics = {
  pages: 0,
  articles: 0,
  files: 0,
  edits: 0,
  users: 0,
  activeUsers: 0,
  admins: 0,
}

interface WordsOfLanguage {
  /** Messages including fallback languages. */
  readonly wording: Wording
  readonly alone: ReadonlyMap<string, string>
  readonly calendar: ReadonlyMap<string, string>
}

/** How scripts run. On the main thread they do not: the work starts again on a thread. */
export interface ScriptSetting {
  readonly limits: { readonly seconds: number; readonly megabytes: number }
  /** Reads pages while the script waits. */
  readonly ask?: Ask | undefined
}

/**
 * Wikitext's view of the wiki. The parser is synchronous, so missing data is queued and treated as absent; `readNoted`
 * then reads everything at once, and the text is parsed again until nothing is missing.
 */
export class DatabaseHost implements WikitextHost {
  readonly site: Site
  readonly now: number
  readonly keepsTrees = true
  /** Replaced in each round of work. */
  steps = new Steps()
  /** The reader's language for this round; stored results use the content language. */
  readerLanguage: string
  readonly scripts: 'here' | 'elsewhere'
  readonly scriptLimits: ScriptSetting['limits']
  readonly scriptMemo = new Map<string, unknown>()
  /** Whether a round may end before its work is done. */
  mayStop = false
  readonly #scripts: Partial<ScriptSetting>
  /** Whether pages are read immediately instead of in rounds. */
  #readsNow = false
  readonly #wiki: TextWiki
  readonly #shippedMessage: (key: string) => string | undefined
  readonly #pages = new Map<string, KnownPage | null>()
  readonly #files: FilesFound = { files: new Map(), redirects: new Map() }
  readonly #categories = new Map<string, CategoryCounts>()
  readonly #groups = new Map<string, number>()
  readonly #namespaces = new Map<number, number>()
  readonly #protection = new KnownProtection(MAX_PAGES)
  readonly #genders = new Map<string, Gender>()
  readonly #wordings = new Map<string, WordsOfLanguage>()
  readonly #beginnings = new Map<string, Needs['beginnings'][number]>()
  readonly #languages = new Map<string, readonly [ns: number, title: string, code: string]>()
  readonly #links: KnownLinks
  readonly #owners = new Map<string, Gender>()
  readonly #messages = new Map<string, Needs['messages'][number]>()
  #statistics: SiteStatistics | null = null
  #badFiles: { readonly list: string; readonly files: BadFiles } | null = null
  #noted = {
    pages: new Map<string, PageName>(),
    files: new Set<string>(),
    categories: new Set<string>(),
    groups: new Set<string>(),
    namespaces: new Set<number>(),
    people: new Set<string>(),
    languages: new Set<string>(),
    beginnings: new Map<string, readonly [ns: number, prefix: string, hideRedirects: boolean]>(),
    statistics: false,
  }

  static async open(wiki: TextWiki, now: number, scripts?: ScriptSetting): Promise<DatabaseHost> {
    await wiki.variants.catchUp()
    const wording = await wordingOf(wiki.messages, wiki.site.language)
    return new DatabaseHost(wiki, now, key => wording.text(key), scripts)
  }

  private constructor(
    wiki: TextWiki,
    now: number,
    shippedMessage: (key: string) => string | undefined,
    scripts: ScriptSetting | undefined,
  ) {
    this.#wiki = wiki
    this.#scripts = scripts ?? {}
    this.scripts = scripts === undefined ? 'elsewhere' : 'here'
    this.scriptLimits = scripts?.limits ?? DEFAULT_LIMITS
    this.#links = new KnownLinks(wiki)
    this.site = wiki.site
    this.readerLanguage = wiki.site.language
    this.now = now * 1000
    this.#shippedMessage = shippedMessage
  }

  get isComplete(): boolean {
    return this.#missing === 0
  }

  beginScripts(): void {
    if (this.mayStop && this.#missing > 0) throw new RoundOver()
    this.#readsNow = this.#scripts.ask !== undefined
  }

  contentModelOf(ns: number, dbkey: string): string | null {
    return this.#page(ns, dbkey)?.row.content_model ?? null
  }

  titleOfPage(id: number): { readonly ns: number; readonly dbkey: string } | null {
    if (!this.#readsNow || !Number.isSafeInteger(id) || id < 1) return null
    const page = this.#readNow({ id })
    return page === null ? null : { ns: page.row.ns, dbkey: page.row.title }
  }

  get stats(): SiteStatistics {
    if (this.#statistics === null) this.#noted.statistics = true
    return this.#statistics ?? NO_STATISTICS
  }

  templateText(ns: number, dbkey: string): TemplateSource | null {
    const text = this.#page(ns, dbkey)?.text ?? null
    return text === null ? null : { text }
  }

  pageExists(ns: number, dbkey: string): boolean {
    return this.#page(ns, dbkey) !== null
  }

  linkState(ns: number, dbkey: string): LinkState {
    return this.#links.state(ns, dbkey)
  }

  shownTitle(ns: number, dbkey: string): string {
    return prefixedText(this.site, ns, dbkey, this.#genderOf(ns, dbkey))
  }

  #genderOf(ns: number, dbkey: string): Gender | undefined {
    if (!this.site.namespaces.dependsOnGender(ns)) return undefined
    const gender = this.#wiki.genders.ofPage(dbkey)
    this.#owners.set(dbkey, gender)
    return gender
  }

  fileExists(dbkey: string): boolean {
    return this.#file(dbkey) !== null
  }

  fileRedirect(dbkey: string): string | null {
    return this.#file(dbkey) === null ? (this.#files.redirects.get(dbkey) ?? null) : null
  }

  file(dbkey: string): ShownFile | null {
    return this.#file(this.fileRedirect(dbkey) ?? dbkey)
  }

  isBadFile(dbkey: string, { ns, dbkey: title }: PageContext): boolean {
    const list = this.message('bad_image_list') ?? ''
    if (this.#badFiles?.list !== list) this.#badFiles = { list, files: readBadFiles(this.site, list) }
    return isBadFile(this.#badFiles.files, dbkey, prefixedDbKey(this.site, ns, title))
  }

  message(key: string): string | null {
    const title = upperFirst(key.replaceAll(' ', '_'), this.site.language)
    const own = this.#page(NS.mediawiki, title)?.text
    return withSpaces(own ?? this.shipped(this.site.language, key, this.#shippedMessage(key)))
  }

  messageIn(language: string, key: string): string | null {
    if (language === this.site.language) return this.message(key)
    const words = this.#wordings.get(language)
    const { languages } = this.#noted
    if (words === undefined) {
      if (this.#wordings.size + languages.size < MAX_LANGUAGES) languages.add(language)
      return null
    }
    const title = upperFirst(key.replaceAll(' ', '_'), this.site.language)
    const own = this.#page(NS.mediawiki, `${title}/${language}`)?.text
    // Month and day names are built in for most languages, even without message files.
    const shipped = this.shipped(language, key, words.wording.text(key))
    return withSpaces(own ?? words.alone.get(key) ?? words.calendar.get(key) ?? shipped)
  }

  /** Records that a text used a message in some language. */
  shipped(language: string, key: string, text: string | undefined): string | null {
    this.#messages.set(`${language} ${key}`, [language, key, text ?? null])
    return text ?? null
  }

  revision(ns: number, dbkey: string): RevisionFacts | null {
    return this.#page(ns, dbkey)?.revision ?? null
  }

  languageOf(ns: number, dbkey: string): string {
    const row = ns < 0 ? undefined : this.#page(ns, dbkey)?.row
    const code = languageOfRow(this.site, ns, dbkey, row)
    if (ns >= 0) this.#languages.set(`${ns}:${dbkey}`, [ns, dbkey, code])
    return code
  }

  pagesInCategory(dbkey: string): CategoryCounts {
    const known = this.#categories.get(dbkey)
    if (known === undefined) this.#noted.categories.add(dbkey)
    return known ?? { pages: 0, subcategories: 0, files: 0 }
  }

  usersInGroup(group: string): number {
    const known = this.#groups.get(group)
    if (known === undefined) this.#noted.groups.add(group)
    return known ?? 0
  }

  pagesInNamespace(ns: number): number {
    const known = this.#namespaces.get(ns)
    if (known === undefined) this.#noted.namespaces.add(ns)
    return known ?? 0
  }

  protection(ns: number, dbkey: string): PageProtection {
    return this.#protection.of(ns, dbkey)
  }

  titlesBeginning(ns: number, prefix: string, hideRedirects: boolean): readonly ListedTitle[] {
    const key = beginningKey(ns, prefix, hideRedirects)
    const titles = this.#beginnings.get(key)
    const { beginnings } = this.#noted
    if (titles === undefined && this.#beginnings.size + beginnings.size < MAX_LISTS)
      beginnings.set(key, [ns, prefix, hideRedirects])
    return titles?.[3] ?? []
  }

  fileUrl(dbkey: string): string | null {
    return this.fileExists(dbkey) ? fileUrl(this.site, { name: dbkey, archiveName: null, stashKey: null }) : null
  }

  gender(user: string): 'male' | 'female' | 'unknown' {
    const known = this.#genders.get(user)
    const { people } = this.#noted
    if (known === undefined && this.#genders.size + people.size < MAX_PAGES) people.add(user)
    return known ?? 'unknown'
  }

  #file(dbkey: string): ShownFile | null {
    const known = this.#files.files.get(dbkey)
    const { files } = this.#noted
    if (known === undefined && this.#files.files.size + files.size < MAX_PAGES) files.add(dbkey)
    return known ?? null
  }

  #page(ns: number, dbkey: string): KnownPage | null {
    const key = `${ns}:${dbkey}`
    const known = this.#pages.get(key)
    if (known === undefined && this.#pages.size + this.#noted.pages.size < MAX_PAGES) {
      if (this.#readsNow) {
        this.#pages.set(key, null)
        return this.#readNow({ names: [{ ns, title: dbkey }] })
      }
      this.#noted.pages.set(key, { ns, title: dbkey })
    }
    return known ?? null
  }

  /** How much this round asked for that is not known yet. */
  get #missing(): number {
    const { pages, files, categories, groups, namespaces, people, beginnings, languages, statistics } = this.#noted
    const queues = [pages, files, categories, groups, namespaces, people, beginnings, languages, this.#protection]
    return queues.reduce((sum, { size }) => sum + size, Number(statistics))
  }

  /** False when nothing was missing, so the result is final. */
  async readNoted(): Promise<boolean> {
    const { pages, files, categories, groups, namespaces, people, beginnings, languages, statistics } = this.#noted
    const hadLinks = await this.#links.readNoted()
    if (this.#missing === 0) return hadLinks
    this.#noted = {
      pages: new Map(),
      files: new Set(),
      categories: new Set(),
      groups: new Set(),
      namespaces: new Set(),
      people: new Set(),
      beginnings: new Map(),
      languages: new Set(),
      statistics: false,
    }
    const { db } = this.#wiki
    const now = this.now / 1000
    await this.#readPages(pages)
    await findFiles(this.#wiki, [...files], this.#files)
    for (const [title, counts] of await categoryCounts(db, [...categories])) this.#categories.set(title, counts)
    for (const [name, gender] of await gendersOf(db, [...people])) this.#genders.set(name, gender)
    for (const group of groups) this.#groups.set(group, await membersOf(db, group, now))
    for (const ns of namespaces) this.#namespaces.set(ns, await pagesIn(db, ns))
    await this.#protection.readNoted(db, now)
    for (const language of languages) this.#wordings.set(language, await this.#wordsOf(language))
    for (const [key, [ns, prefix, hides]] of beginnings)
      this.#beginnings.set(key, [ns, prefix, hides, await titlesBeginning(db, ns, prefix, hides)])
    if (statistics) this.#statistics = await siteStatistics(db, now)
    return true
  }

  async #wordsOf(language: string): Promise<WordsOfLanguage> {
    const { messages } = this.#wiki
    const [wording, alone] = [await wordingOf(messages, language), await messages.load(language)]
    return { wording, alone, calendar: calendarMessages(language) }
  }

  /** Everything read so far, with the results. */
  needs(): Needs {
    const { files, redirects } = this.#files
    return {
      languages: [...this.#languages.values()],
      pages: [...this.#pages].map(([key, page]) => [...splitKey(key), page?.row.latest_rev ?? 0]),
      links: [...this.#links.known()],
      files: [...files].map(([name, file]) => [name, lookOf(file, redirects.get(name) ?? null)]),
      categories: [...this.#categories],
      groups: [...this.#groups],
      namespaces: [...this.#namespaces],
      protection: [...this.#protection.known()],
      people: [...this.#genders],
      beginnings: [...this.#beginnings.values()],
      owners: [...this.#owners],
      messages: [...this.#messages.values()],
      statistics: this.#statistics,
    }
  }

  async #readPages(queued: ReadonlyMap<string, PageName>): Promise<void> {
    for (const key of queued.keys()) this.#pages.set(key, null)
    for (const [key, page] of await readPages(this.#wiki, queued.values())) this.#pages.set(key, page)
  }

  /** Asks the main thread and waits. Null when the page does not exist. */
  #readNow(question: PageQuestion): KnownPage | null {
    const found = this.#scripts.ask!(question) as Map<string, KnownPage>
    for (const [key, page] of found) this.#pages.set(key, page)
    return found.values().next().value ?? null
  }
}

/** Scripts must not run while data is missing: the round ends, and the next one has the data. */
export class RoundOver extends Error {}
