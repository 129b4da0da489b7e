import { sql } from 'kysely'
import { padded, portions } from '#store/keyset.ts'
import { fileUrl } from '../files/addresses.ts'
import { wordingOf } from '../messages/wording.ts'
import { upperFirst } from '../site/letter-case.ts'
import { type Gender, NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'
import { prefixedDbKey, prefixedText, spaced } from '../site/title-format.ts'
import type { TextWiki } from '../wiki.ts'
import type {
  PageContext,
  RevisionFacts,
  ShownFile,
  SiteStatistics,
  TemplateSource,
  WikitextHost,
} from '../wikitext/host.ts'
import { Steps } from '../wikitext/steps.ts'
import { actorsById } from './actors.ts'
import { type BadFiles, isBadFile, readBadFiles } from './bad-files.ts'
import { KnownLinks } from './known-links.ts'
import type { LinkState } from './known-pages.ts'
import { pageLanguage } from './page-language.ts'
import { type PageName, type PageRow, pagesByName } from './pages.ts'
import { type FilesFound, findFiles } from './shown-file.ts'
import { slotsOf } from './slots.ts'
import { readTexts } from './text-blobs.ts'

/** No text needs more pages than this; what lies beyond counts as missing, so that a text cannot read a whole wiki. */
const MAX_PAGES = 5000

interface KnownPage {
  readonly row: PageRow
  readonly text: string | null
  readonly revision: RevisionFacts
}

interface Category {
  readonly pages: number
  readonly subcategories: number
  readonly files: number
}

/**
 * The wiki as wikitext sees it. The engine asks without waiting, so a first run only finds out what it needs: what is
 * not known yet counts as missing and is noted down, `readNoted` then reads all of it at once, and the text is
 * expanded again until nothing new turns up.
 */
export class DatabaseHost implements WikitextHost {
  readonly site: Site
  readonly now: number
  /** Each round of work on a text brings its own. */
  steps = new Steps()
  readonly stats: SiteStatistics
  readonly #wiki: TextWiki
  readonly #shippedMessage: (key: string) => string | undefined
  readonly #pages = new Map<string, KnownPage | null>()
  readonly #files: FilesFound = { files: new Map(), redirects: new Map() }
  readonly #categories = new Map<string, Category>()
  readonly #groups = new Map<string, number>()
  readonly #genders = new Map<string, Gender>()
  readonly #links: KnownLinks
  #badFiles: { readonly list: string; readonly files: BadFiles } | null = null
  #noted = {
    pages: new Map<string, PageName>(),
    files: new Set<string>(),
    categories: new Set<string>(),
    groups: new Set<string>(),
    people: new Set<string>(),
  }

  static async open(wiki: TextWiki, now: number): Promise<DatabaseHost> {
    const wording = await wordingOf(wiki.messages, wiki.site.language)
    const counts = await wiki.db.selectFrom('site_stats').where('id', '=', 1).selectAll().executeTakeFirst()
    return new DatabaseHost(wiki, now, key => wording.text(key), {
      pages: counts?.pages ?? 0,
      articles: counts?.articles ?? 0,
      files: counts?.images ?? 0,
      edits: counts?.edits ?? 0,
      users: counts?.users ?? 0,
      activeUsers: counts?.active_users ?? 0,
      admins: await membersOf(wiki, 'sysop', now),
    })
  }

  private constructor(
    wiki: TextWiki,
    now: number,
    shippedMessage: (key: string) => string | undefined,
    stats: SiteStatistics,
  ) {
    this.#wiki = wiki
    this.#links = new KnownLinks(wiki)
    this.site = wiki.site
    this.now = now * 1000
    this.stats = stats
    this.#shippedMessage = shippedMessage
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
    return this.site.namespaces.dependsOnGender(ns) ? this.#wiki.genders.ofPage(dbkey) : undefined
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
    return this.#page(NS.mediawiki, title)?.text ?? this.#shippedMessage(key) ?? null
  }

  revision(ns: number, dbkey: string): RevisionFacts | null {
    return this.#page(ns, dbkey)?.revision ?? null
  }

  languageOf(ns: number, dbkey: string): string {
    const row = ns < 0 ? undefined : this.#page(ns, dbkey)?.row
    return pageLanguage(this.site, ns, dbkey, row?.lang ?? null, row?.content_model ?? undefined)
  }

  pagesInCategory(dbkey: string): Category {
    const known = this.#categories.get(dbkey)
    if (known === undefined) this.#noted.categories.add(dbkey)
    return known ?? { pages: 0, subcategories: 0, files: 0 }
  }

  usersInGroup(group: string): number {
    const known = this.#groups.get(group)
    if (known === undefined) this.#noted.groups.add(group)
    return known ?? 0
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
      this.#noted.pages.set(key, { ns, title: dbkey })
    }
    return known ?? null
  }

  /** False when nothing was missing: then what was expanded is final. */
  async readNoted(): Promise<boolean> {
    const { pages, files, categories, groups, people } = this.#noted
    const hadLinks = await this.#links.readNoted()
    if (pages.size + files.size + categories.size + groups.size + people.size === 0) return hadLinks
    this.#noted = { pages: new Map(), files: new Set(), categories: new Set(), groups: new Set(), people: new Set() }
    await this.#readPages(pages)
    await findFiles(this.#wiki, [...files], this.#files)
    await this.#readCategories([...categories])
    await this.#readGenders([...people])
    for (const group of groups) this.#groups.set(group, await membersOf(this.#wiki, group, this.now / 1000))
    return true
  }

  /** A name may be spelt as a page's title is; a subpage of somebody's page is theirs. */
  async #readGenders(names: readonly string[]): Promise<void> {
    const owner = (name: string) => spaced(name.split('/')[0]!)
    const chosen = new Map<string, Gender>()
    for (const part of portions(names.map(owner))) {
      const rows = await this.#wiki.db
        .selectFrom('account_option')
        .innerJoin('account', 'account.id', 'account_option.account_id')
        .where('account.name', 'in', padded(part))
        .where('account_option.name', '=', 'gender')
        .select(['account.name', 'account_option.value'])
        .execute()
      for (const { name, value } of rows) if (value === 'male' || value === 'female') chosen.set(name, value)
    }
    for (const name of names) this.#genders.set(name, chosen.get(owner(name)) ?? 'unknown')
  }

  async #readPages(wanted: ReadonlyMap<string, PageName>): Promise<void> {
    const { db } = this.#wiki
    for (const key of wanted.keys()) this.#pages.set(key, null)
    const rows = await pagesByName(db, wanted.values())
    const ids = rows.map(row => row.latest_rev)
    const slots = await slotsOf(db, ids)
    const main = new Map(ids.map(id => [id, slots.get(id)?.find(slot => slot.role === 'main')?.blobId ?? null]))
    const texts = await readTexts(
      this.#wiki,
      [...main.values()].filter(blob => blob !== null),
    )
    const revisions = ids.length === 0 ? [] : await this.#revisionsOf(ids)
    const factsOf = new Map(revisions.map(found => [found.revisionId, found]))
    for (const row of rows) {
      const blob = main.get(row.latest_rev) ?? null
      const text = blob === null ? null : (texts.get(blob)?.toString() ?? null)
      const revision = factsOf.get(row.latest_rev)
      if (revision) this.#pages.set(`${row.ns}:${row.title}`, { row, text, revision })
    }
  }

  async #revisionsOf(ids: readonly number[]): Promise<RevisionFacts[]> {
    const { db } = this.#wiki
    const rows = await db
      .selectFrom('revision')
      .where('id', 'in', padded(ids))
      .select(['id', 'page_id', 'timestamp', 'actor_id', 'length'])
      .execute()
    const actors = await actorsById(
      db,
      rows.map(row => row.actor_id),
    )
    return rows.map(row => ({
      pageId: row.page_id,
      revisionId: row.id,
      timestamp: row.timestamp * 1000,
      user: actors.get(row.actor_id)?.name ?? '',
      size: row.length ?? 0,
    }))
  }

  async #readCategories(titles: readonly string[]): Promise<void> {
    for (const title of titles) this.#categories.set(title, { pages: 0, subcategories: 0, files: 0 })
    const { db } = this.#wiki
    for (const part of portions(titles)) {
      const rows = await db.selectFrom('category').where('title', 'in', padded(part)).selectAll().execute()
      for (const { title, pages, subcats, files } of rows) {
        this.#categories.set(title, { pages, subcategories: subcats, files })
      }
    }
  }
}

async function membersOf(wiki: TextWiki, group: string, now: number): Promise<number> {
  const row = await wiki.db
    .selectFrom('account_group')
    .where('group_name', '=', group)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}
