import { lastChange } from '#events/change-log.ts'
import { upperFirst } from '../site/letter-case.ts'
import { NS } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import { readTexts } from './text-blobs.ts'

/** Longer pages are not interface messages. */
const MAX_TEXT = 100_000

interface Kept {
  /** The last change log entry when the messages were read. */
  readonly seen: number
  readonly pages: ReadonlyMap<string, string>
}

const caches = new WeakMap<Wiki, Promise<Kept>>()

/** The wiki's own messages, from the MediaWiki namespace, cached until the wiki changes. */
export class LocalMessages {
  readonly #language: string
  readonly #pages: ReadonlyMap<string, string>

  static async open(wiki: Wiki): Promise<LocalMessages> {
    const seen = await lastChange(wiki.db)
    const cached = await caches.get(wiki)?.catch(() => undefined)
    if (cached && cached.seen >= seen) return new LocalMessages(wiki.site.language, cached.pages)
    const read = readPages(wiki, seen, cached)
    caches.set(wiki, read)
    return new LocalMessages(wiki.site.language, (await read).pages)
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

/** The revision of each page when its text was read, so only changed pages are read again. */
const revisions = new WeakMap<ReadonlyMap<string, string>, ReadonlyMap<string, number>>()

async function readPages(wiki: Wiki, seen: number, before: Kept | undefined): Promise<Kept> {
  const rows = await wiki.db
    .selectFrom('page')
    .innerJoin('slot', join => join.onRef('slot.revision_id', '=', 'page.latest_rev').on('slot.role', '=', 'main'))
    .innerJoin('content', 'content.id', 'slot.content_id')
    .where('page.ns', '=', NS.mediawiki)
    .where('page.length', '<', MAX_TEXT)
    .select(['page.title', 'page.latest_rev', 'content.blob_id'])
    .execute()
  const had = before && revisions.get(before.pages)
  const words = rows.filter(({ title }) => !/\.(?:js|css|json)$/.test(title))
  const news = words.filter(({ title, latest_rev }) => had?.get(title) !== latest_rev)
  const texts = await readTexts(
    wiki,
    news.flatMap(row => row.blob_id ?? []),
  )
  const fresh = new Map(news.map(row => [row.title, texts.get(row.blob_id ?? -1)?.toString() ?? '']))
  const pages = new Map(words.map(({ title }) => [title, fresh.get(title) ?? before?.pages.get(title) ?? '']))
  revisions.set(pages, new Map(words.map(({ title, latest_rev }) => [title, latest_rev])))
  return { seen, pages }
}
