import { bcp47 } from '#languages/bcp47.ts'
import { isWikiCode, wikiLanguage } from '#languages/wiki-languages.ts'
import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'

/** The language a page is written in: its own, that of the interface message it holds, or the wiki's. */
export function pageLanguage(site: Site, ns: number, dbkey: string, own: string | null): string {
  if (own) return own
  if (ns !== NS.mediawiki) return site.language
  const slash = dbkey.lastIndexOf('/')
  const code = slash < 0 ? '' : dbkey.slice(slash + 1)
  return isWikiCode(code) ? code : site.language
}

export const languageFields = (
  code: string,
): { pagelanguage: string; pagelanguagehtmlcode: string; pagelanguagedir: string } => ({
  pagelanguage: code,
  pagelanguagehtmlcode: bcp47(code),
  pagelanguagedir: wikiLanguage(code)?.dir ?? 'ltr',
})
