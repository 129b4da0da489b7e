// Interwiki prefixes.

import { lowerCase } from './letter-case.ts'
import type { InterwikiInfo, SiteInfo } from './site-info.ts'

export class InterwikiMap {
  readonly #byPrefix = new Map<string, InterwikiInfo>()
  readonly #languages: ReadonlySet<string>
  readonly #magic: boolean

  constructor(info: Pick<SiteInfo, 'general' | 'interwikimap' | 'languages'>) {
    for (const entry of info.interwikimap) this.#byPrefix.set(lowerCase(entry.prefix), entry)
    this.#languages = new Set(info.languages.map(language => language.code))
    this.#magic = info.general.interwikimagic !== false
  }

  get(prefix: string): InterwikiInfo | undefined {
    return this.#byPrefix.get(lowerCase(prefix))
  }

  has(prefix: string): boolean {
    return this.#byPrefix.has(lowerCase(prefix))
  }

  /** Whether the prefix refers to this wiki itself. */
  isLocal(prefix: string): boolean {
    return this.get(prefix)?.localinterwiki === true
  }

  /** Whether links with this prefix are language links (in the sidebar) rather than links in the text. */
  isLanguage(prefix: string): boolean {
    if (!this.#magic) return false
    const entry = this.get(prefix)
    if (!entry) return false
    return this.#languages.has(lowerCase(prefix)) || entry.extralanglink === true
  }

  list(): InterwikiInfo[] {
    return [...this.#byPrefix.values()]
  }
}

/** Converts a row of MediaWiki's interwiki table to the format of siteinfo. */
export function interwikiFromRow(
  row: { prefix: string; url: string; api?: string; wikiid?: string; local?: boolean; trans?: boolean },
  languages: SiteInfo['languages'],
): InterwikiInfo {
  const entry: InterwikiInfo = { prefix: row.prefix, url: row.url }
  if (row.local) entry.local = true
  if (row.trans) entry.trans = true
  const language = languages.find(({ code }) => code === row.prefix)
  if (language) entry.language = language.name
  entry.protorel = row.url.startsWith('//')
  if (row.wikiid) entry.wikiid = row.wikiid
  if (row.api) entry.api = row.api
  return entry
}
