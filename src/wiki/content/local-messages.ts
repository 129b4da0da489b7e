import { CacheFollower } from '#events/change-follower.ts'
import type { LoggedChange } from '#events/change-log.ts'
import { upperFirst } from '../site/letter-case.ts'
import { NS } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import { readTexts } from './text-blobs.ts'

/** Longer pages are not interface messages. */
const MAX_TEXT = 100_000

/** The pages of the MediaWiki namespace as messages. */
class MessagePages {
  readonly #wiki: Wiki
  readonly #follower = new CacheFollower(changes => this.#follow(changes))
  /** The revision of each page when its text was read, so only changed pages are read again. */
  #revisions: ReadonlyMap<string, number> = new Map()
  /** Replaced when a page changes, so that a request keeps the state it began with. */
  pages: ReadonlyMap<string, string> = new Map()

  constructor(wiki: Wiki) {
    this.#wiki = wiki
  }

  catchUp(): Promise<void> {
    return this.#follower.catchUp(this.#wiki.db)
  }

  async #follow(changes: readonly LoggedChange[] | null): Promise<void> {
    if (changes === null || !changes.every(isOutsideMessages)) await this.#read()
  }

  async #read(): Promise<void> {
    const rows = await this.#wiki.db
      .selectFrom('page')
      .innerJoin('slot', join => join.onRef('slot.revision_id', '=', 'page.latest_rev').on('slot.role', '=', 'main'))
      .innerJoin('content', 'content.id', 'slot.content_id')
      .where('page.ns', '=', NS.mediawiki)
      .where('page.length', '<', MAX_TEXT)
      .select(['page.title', 'page.latest_rev', 'content.blob_id'])
      .execute()
    const words = rows.filter(({ title }) => !/\.(?:js|css|json)$/.test(title))
    const news = words.filter(({ title, latest_rev }) => this.#revisions.get(title) !== latest_rev)
    const texts = await readTexts(
      this.#wiki,
      news.flatMap(row => row.blob_id ?? []),
    )
    const fresh = new Map(news.map(row => [row.title, texts.get(row.blob_id ?? -1)?.toString() ?? '']))
    this.pages = new Map(words.map(({ title }) => [title, fresh.get(title) ?? this.pages.get(title) ?? '']))
    this.#revisions = new Map(words.map(({ title, latest_rev }) => [title, latest_rev]))
  }
}

/** Most changes are edits of other pages or strings. All others may concern messages. */
export const isOutsideMessages = ({ area, kind, subject }: LoggedChange): boolean =>
  area === 'wiki' ? kind === 'edit' && !subject.startsWith(`${NS.mediawiki}:`) : area === 'translation'

const caches = new WeakMap<Wiki, MessagePages>()

/** The wiki's own messages, from the MediaWiki namespace, cached until one changes. */
export class LocalMessages {
  readonly #language: string
  readonly #pages: ReadonlyMap<string, string>

  static async open(wiki: Wiki): Promise<LocalMessages> {
    const cached = caches.get(wiki) ?? new MessagePages(wiki)
    caches.set(wiki, cached)
    await cached.catchUp()
    return new LocalMessages(wiki.site.language, cached.pages)
  }

  private constructor(language: string, pages: ReadonlyMap<string, string>) {
    this.#language = language
    this.#pages = pages
  }

  /** The wiki's own text for a message in one language; undefined when it has none. */
  text(key: string, language: string): string | undefined {
    const title = upperFirst(key.replaceAll(' ', '_'), this.#language)
    return this.#pages.get(language === this.#language ? title : `${title}/${language}`)
  }
}
