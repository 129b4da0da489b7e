import { fallbackChain } from '#languages/wiki-languages.ts'
import type { Clock } from '#store/clock.ts'
import type { Reader } from '#store/store.ts'
import { InterfaceMessages } from '../../content/interface-messages.ts'
import { decodeText } from '../../content/text-blobs.ts'
import { NS } from '../../site/namespaces.ts'
import type { Site } from '../../site/site.ts'
import { redirectOf } from '../../wikitext/harvest/redirect.ts'
import type { SiteStatistics } from '../../wikitext/host.ts'
import type { TextStore } from '../bulk/text-store.ts'
import { latestTexts } from './latest-texts.ts'

/** Up to this many titles are kept in memory; a larger wiki is asked page by page. */
const MAX_TITLES = 500_000
const MAX_PRELOADED_BYTES = 16 * 1024 * 1024

/** What pages ask for most. Plain data, which can be sent to another thread. */
export interface HostData {
  readonly now: number
  readonly stats: SiteStatistics
  /** All titles, as `namespace:title`; undefined when there are too many. */
  readonly titles: ReadonlySet<string> | undefined
  readonly files: ReadonlySet<string> | undefined
  readonly fileRedirects: ReadonlyMap<string, string>
  readonly templates: ReadonlyMap<string, string>
  /** Interface messages in the wiki's language, as people changed them on the wiki's own pages. */
  readonly messages: ReadonlyMap<string, string>
}

interface HostSources {
  readonly clock: Clock
  readonly texts: TextStore
}

export async function loadHostData(db: Reader, site: Site, { clock, texts }: HostSources): Promise<HostData> {
  const pages = await count(db, 'page')
  const files = await count(db, 'file')
  return {
    now: clock.now(),
    stats: {
      ...{ pages, articles: pages, files, edits: await count(db, 'revision'), users: await count(db, 'account') },
      ...{ activeUsers: 0, admins: 0 },
    },
    titles: pages > MAX_TITLES ? undefined : await titlesOf(db),
    files: files > MAX_TITLES ? undefined : await fileNames(db),
    fileRedirects: await fileRedirects(db, texts, site),
    templates: await latestTexts(db, texts, { ns: NS.template, maxBytes: MAX_PRELOADED_BYTES }),
    messages: await messagesOf(db, texts, site),
  }
}

async function count(db: Reader, table: 'page' | 'file' | 'revision' | 'account'): Promise<number> {
  const { n } = await db
    .selectFrom(table)
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

async function titlesOf(db: Reader): Promise<Set<string>> {
  const rows = await db.selectFrom('page').select(['ns', 'title']).execute()
  return new Set(rows.map(({ ns, title }) => `${ns}:${title}`))
}

async function fileNames(db: Reader): Promise<Set<string>> {
  const rows = await db.selectFrom('file').select('name').execute()
  return new Set(rows.map(({ name }) => name))
}

async function fileRedirects(db: Reader, texts: TextStore, site: Site): Promise<Map<string, string>> {
  const targets = new Map<string, string>()
  for (const [dbkey, text] of await latestTexts(db, texts, { ns: NS.file, redirects: true })) {
    const target = redirectOf(site, text)?.title
    if (target?.ns === NS.file && target.interwiki === '') targets.set(dbkey, target.dbkey)
  }
  return targets
}

/** By key in the spelling that begins with a small letter. */
async function messagesOf(db: Reader, store: TextStore, site: Site): Promise<Map<string, string>> {
  const all = new InterfaceMessages(db)
  const texts = new Map<string, string>()
  for (const language of [...new Set(['en', ...fallbackChain(site.language).toReversed()])]) {
    for (const [key, text] of await all.load(language)) texts.set(key, text)
  }
  for (const [title, text] of await latestTexts(db, store, { ns: NS.mediawiki, maxBytes: MAX_PRELOADED_BYTES })) {
    texts.set(title.charAt(0).toLowerCase() + title.slice(1), text)
  }
  return texts
}

/** A page that was asked for by name. */
export interface PageSource {
  readonly exists: boolean
  readonly text: string | null
}

export async function pageSource(db: Reader, ns: number, dbkey: string): Promise<PageSource> {
  const row = await db
    .selectFrom('page')
    .where('page.ns', '=', ns)
    .where('page.title', '=', dbkey)
    .leftJoin('slot', join => join.onRef('slot.revision_id', '=', 'page.latest_rev').on('slot.role', '=', 'main'))
    .leftJoin('content', 'content.id', 'slot.content_id')
    .leftJoin('blob', 'blob.id', 'content.blob_id')
    .select(['blob.encoding', 'blob.data'])
    .executeTakeFirst()
  const { encoding, data } = row ?? {}
  const text = encoding && data ? decodeText({ encoding, data }).toString() : null
  return { exists: row !== undefined, text }
}
