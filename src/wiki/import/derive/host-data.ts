import { fallbackChain } from '#languages/wiki-languages.ts'
import { NS } from '../../site/namespaces.ts'
import type { Site } from '../../site/site.ts'
import type { SiteStatistics } from '../../wikitext/host.ts'
import { redirectOf } from '../../wikitext/redirect.ts'

/** Up to this many titles are kept in memory; a larger wiki is queried page by page. */
const MAX_TITLES = 500_000
const MAX_PRELOADED_BYTES = 16 * 1024 * 1024

/** The data pages need most often, in a form that can be sent to another thread. */
export interface HostData {
  readonly now: number
  readonly stats: SiteStatistics
  /** All titles as `namespace:title`; undefined when there are too many. */
  readonly titles: ReadonlySet<string> | undefined
  readonly files: ReadonlySet<string> | undefined
  readonly fileRedirects: ReadonlyMap<string, string>
  readonly templates: ReadonlyMap<string, string>
  /** Interface messages in the wiki's language, including local changes. */
  readonly messages: ReadonlyMap<string, string>
}

/** A page requested by name. */
export interface PageSource {
  readonly exists: boolean
  readonly text: string | null
}

export interface WantedTexts {
  readonly ns: number
  readonly redirects?: boolean
  readonly maxBytes?: number
}

/** What pages need to know about the rest of the wiki, wherever it is stored. */
export interface WikiFacts {
  count(table: 'page' | 'file' | 'revision' | 'account'): Promise<number>
  /** As `namespace:title`. */
  titles(): Promise<Set<string>>
  fileNames(): Promise<Set<string>>
  /** Current texts of a namespace by title; empty when they exceed `maxBytes` and preloading does not pay off. */
  texts(wanted: WantedTexts): Promise<Map<string, string>>
  /** Messages of a language by key, without local pages. */
  messages(language: string): Promise<ReadonlyMap<string, string>>
}

export async function loadHostData(wiki: WikiFacts, site: Site, now: number): Promise<HostData> {
  const pages = await wiki.count('page')
  const files = await wiki.count('file')
  return {
    now,
    stats: {
      pages,
      articles: pages,
      files,
      edits: await wiki.count('revision'),
      users: await wiki.count('account'),
      activeUsers: 0,
      admins: 0,
    },
    titles: pages > MAX_TITLES ? undefined : await wiki.titles(),
    files: files > MAX_TITLES ? undefined : await wiki.fileNames(),
    fileRedirects: await fileRedirects(wiki, site),
    templates: await wiki.texts({ ns: NS.template, maxBytes: MAX_PRELOADED_BYTES }),
    messages: await messagesOf(wiki, site),
  }
}

async function fileRedirects(wiki: WikiFacts, site: Site): Promise<Map<string, string>> {
  const targets = new Map<string, string>()
  for (const [dbkey, text] of await wiki.texts({ ns: NS.file, redirects: true })) {
    const target = redirectOf(site, text)?.title
    if (target?.ns === NS.file && target.interwiki === '') targets.set(dbkey, target.dbkey)
  }
  return targets
}

/** By key, with a lower-case first letter. */
async function messagesOf(wiki: WikiFacts, site: Site): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const language of [...new Set(['en', ...fallbackChain(site.language).toReversed()])]) {
    for (const [key, text] of await wiki.messages(language)) texts.set(key, text)
  }
  for (const [title, text] of await wiki.texts({ ns: NS.mediawiki, maxBytes: MAX_PRELOADED_BYTES })) {
    texts.set(title.charAt(0).toLowerCase() + title.slice(1), text)
  }
  return texts
}

/** Whether pages would get the same data from both, ignoring the time. */
export function sameHostData(one: HostData, other: HostData): boolean {
  return (
    sameMap(new Map(Object.entries(one.stats)), new Map(Object.entries(other.stats))) &&
    sameSet(one.titles, other.titles) &&
    sameSet(one.files, other.files) &&
    sameMap(one.fileRedirects, other.fileRedirects) &&
    sameMap(one.templates, other.templates) &&
    sameMap(one.messages, other.messages)
  )
}

function sameSet(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return one.size === other.size && one.isSubsetOf(other)
}

function sameMap<V>(one: ReadonlyMap<string, V>, other: ReadonlyMap<string, V>): boolean {
  if (one.size !== other.size) return false
  for (const [key, value] of one) if (other.get(key) !== value) return false
  return true
}
