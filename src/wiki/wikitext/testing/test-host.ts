// A small in-memory wiki with the siteinfo of a MediaWiki, for tests without a database.

import { readFileSync } from 'node:fs'
import { type Site, siteFromInfo } from '#wiki/site/site.ts'
import type { WikitextHost } from '../host.ts'

const json = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

export interface TestWiki {
  /** Texts by "ns:dbkey". */
  pages?: Record<string, string>
  files?: string[]
  site?: Site
  messages?: Record<string, string>
  /** Messages in other languages, by code. */
  languages?: Record<string, Record<string, string>>
}

export function testHost(wiki: TestWiki = {}): WikitextHost {
  const { pages = {}, files = [], site = ltgSite(), messages = json('../expand/fixtures/messages-ltg.json') } = wiki
  return {
    site,
    now: Date.UTC(2026, 10, 15),
    stats: { pages: 3, articles: 2, files: files.length, edits: 10, users: 2, activeUsers: 1, admins: 1 },
    templateText: (ns, dbkey) => (pages[`${ns}:${dbkey}`] === undefined ? null : { text: pages[`${ns}:${dbkey}`]! }),
    pageExists: (ns, dbkey) => pages[`${ns}:${dbkey}`] !== undefined,
    fileExists: dbkey => files.includes(dbkey),
    message: key => messages[key] ?? null,
    messageIn: (language, key) => wiki.languages?.[language]?.[key] ?? null,
    titlesBeginning: (ns, prefix, hideRedirects) =>
      Object.entries(pages)
        .filter(([name]) => name.startsWith(`${ns}:${prefix}`))
        .map(([name, text]) => ({ dbkey: name.slice(`${ns}:`.length), isRedirect: /^#redirect/i.test(text) }))
        .filter(({ isRedirect }) => !(hideRedirects && isRedirect)),
  }
}

/** A Latgalian wiki with a few interwiki prefixes, including modules. */
export function ltgSite(): Site {
  const info = json('../../site/fixtures/site-ltg.json')
  return siteFromInfo(info)
}

/** A Russian wiki with language prefixes. */
export function ruSite(): Site {
  return siteFromInfo(json('../../site/fixtures/site-ru.json'))
}
