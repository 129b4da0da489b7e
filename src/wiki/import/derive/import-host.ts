import type { Reader } from '#store/store.ts'
import { decodeText } from '../../content/text-blobs.ts'
import { upperFirst } from '../../site/letter-case.ts'
import { NS } from '../../site/namespaces.ts'
import type { Site } from '../../site/site.ts'
import { redirectOf } from '../../wikitext/harvest/redirect.ts'
import type { SiteStatistics, TemplateSource, WikitextHost } from '../../wikitext/host.ts'
import { latestTexts } from './latest-texts.ts'
import { NeedsPage } from './needs-page.ts'

/** Up to this many titles are kept in memory; a larger wiki is asked page by page. */
const MAX_TITLES = 500_000
/** Texts of templates that are kept; beyond it they are forgotten and read again. */
const MAX_TEMPLATE_BYTES = 64 * 1024 * 1024

/** What links are harvested with: the wiki's own pages, preloaded as far as memory allows. */
export class ImportHost implements WikitextHost {
  readonly site: Site
  readonly now: number
  readonly stats: SiteStatistics
  readonly #db: Reader
  readonly #message: (key: string) => string | null
  /** All titles, or undefined when there are too many. */
  readonly #titles: ReadonlySet<string> | undefined
  readonly #files: ReadonlySet<string> | undefined
  readonly #fileRedirects: ReadonlyMap<string, string>
  readonly #existence = new Map<string, boolean>()
  readonly #texts = new Map<string, TemplateSource | null>()
  #bytes = 0

  constructor(db: Reader, site: Site, now: number, loaded: HostData, message: (key: string) => string | null) {
    this.#db = db
    this.site = site
    this.now = now
    this.stats = loaded.stats
    this.#titles = loaded.titles
    this.#files = loaded.files
    this.#fileRedirects = loaded.fileRedirects
    this.#message = message
    for (const [dbkey, text] of loaded.templates) this.#keep(`${NS.template}:${dbkey}`, { text })
  }

  /** More is kept than is good: time for a new host. */
  get isFull(): boolean {
    return this.#bytes > MAX_TEMPLATE_BYTES
  }

  templateText(ns: number, dbkey: string): TemplateSource | null {
    const key = `${ns}:${dbkey}`
    const known = this.#texts.get(key)
    if (known !== undefined) return known
    if (this.#titles !== undefined && !this.#titles.has(key)) return null
    throw new NeedsPage(ns, dbkey)
  }

  pageExists(ns: number, dbkey: string): boolean {
    const key = `${ns}:${dbkey}`
    if (this.#titles !== undefined) return this.#titles.has(key)
    const known = this.#existence.get(key)
    if (known === undefined) throw new NeedsPage(ns, dbkey)
    return known
  }

  fileExists(dbkey: string): boolean {
    return this.#files === undefined || this.#files.has(dbkey)
  }

  fileRedirect(dbkey: string): string | null {
    return this.#fileRedirects.get(dbkey) ?? null
  }

  message(key: string): string | null {
    return this.#message(key)
  }

  /** Reads what was missing. */
  async fetch({ ns, dbkey }: NeedsPage): Promise<void> {
    const row = await this.#db
      .selectFrom('page')
      .where('page.ns', '=', ns)
      .where('page.title', '=', dbkey)
      .leftJoin('slot', join => join.onRef('slot.revision_id', '=', 'page.latest_rev').on('slot.role', '=', 'main'))
      .leftJoin('content', 'content.id', 'slot.content_id')
      .leftJoin('blob', 'blob.id', 'content.blob_id')
      .select(['blob.encoding', 'blob.data'])
      .executeTakeFirst()
    const key = `${ns}:${dbkey}`
    if (this.#existence.size > MAX_TITLES) this.#existence.clear()
    this.#existence.set(key, row !== undefined)
    const { encoding, data } = row ?? {}
    this.#keep(key, encoding && data ? { text: decodeText({ encoding, data }).toString() } : null)
  }

  #keep(key: string, source: TemplateSource | null): void {
    this.#texts.set(key, source)
    this.#bytes += source === null ? 0 : source.text.length * 2
  }
}

export interface HostData {
  readonly titles: ReadonlySet<string> | undefined
  readonly files: ReadonlySet<string> | undefined
  readonly fileRedirects: ReadonlyMap<string, string>
  readonly templates: ReadonlyMap<string, string>
  readonly localMessages: ReadonlyMap<string, string>
  readonly stats: SiteStatistics
}

/** Reads what fits into memory of the things that pages ask for most. */
export async function loadHostData(db: Reader, site: Site): Promise<HostData> {
  const count = async (table: 'page' | 'file' | 'revision' | 'account') => {
    const { n } = await db
      .selectFrom(table)
      .select(eb => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  }
  const [pages, files] = [await count('page'), await count('file')]
  const titles = pages > MAX_TITLES ? undefined : new Set<string>()
  if (titles !== undefined) {
    for (const { ns, title } of await db.selectFrom('page').select(['ns', 'title']).execute())
      titles.add(`${ns}:${title}`)
  }
  const fileNames = files > MAX_TITLES ? [] : await db.selectFrom('file').select('name').execute()
  const fileRedirects = new Map<string, string>()
  for (const [dbkey, text] of await latestTexts(db, { ns: NS.file, redirects: true })) {
    const target = redirectOf(site, text)?.title
    if (target?.ns === NS.file && target.interwiki === '') fileRedirects.set(dbkey, target.dbkey)
  }
  return {
    titles,
    files: files > MAX_TITLES ? undefined : new Set(fileNames.map(({ name }) => name)),
    fileRedirects,
    templates: await latestTexts(db, { ns: NS.template, maxBytes: MAX_TEMPLATE_BYTES / 4 }),
    localMessages: await latestTexts(db, { ns: NS.mediawiki, maxBytes: MAX_TEMPLATE_BYTES / 4 }),
    stats: {
      pages,
      articles: pages,
      files,
      edits: await count('revision'),
      users: await count('account'),
      activeUsers: 0,
      admins: 0,
    },
  }
}

/** Interface messages in the wiki's language, as people changed them on the wiki's own pages. */
export function withLocalMessages(
  site: Site,
  local: ReadonlyMap<string, string>,
  text: (key: string) => string | undefined,
): (key: string) => string | null {
  return key => local.get(upperFirst(key.replaceAll(' ', '_'), site.language)) ?? text(key) ?? null
}
