import { bcp47 } from '#languages/bcp47.ts'
import { isWikiCode, wikiLanguage } from '#languages/wiki-languages.ts'
import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'

/** Scripts, styles and data count as English. */
const ENGLISH_MODELS: ReadonlySet<string> = new Set(['css', 'javascript', 'json', 'sanitized-css', 'Scribunto'])

/** A page's language: its own, that of its content model or interface message, or the wiki's. */
export function pageLanguage(site: Site, ns: number, dbkey: string, own: string | null, model = 'wikitext'): string {
  if (own) return own
  if (ENGLISH_MODELS.has(model)) return 'en'
  if (ns !== NS.mediawiki) return site.language
  const slash = dbkey.lastIndexOf('/')
  const code = slash < 0 ? '' : dbkey.slice(slash + 1)
  return isWikiCode(code) ? code : site.language
}

/** The language of a stored page; undefined for a page that does not exist. */
export const languageOfRow = (
  site: Site,
  ns: number,
  dbkey: string,
  row: { readonly lang: string | null; readonly content_model: string | null } | undefined,
): string => pageLanguage(site, ns, dbkey, row?.lang ?? null, row?.content_model ?? undefined)

interface LanguageFields {
  readonly pagelanguage: string
  readonly pagelanguagehtmlcode: string
  readonly pagelanguagedir: string
}

const cache = new Map<string, LanguageFields>()
const MAX_KNOWN = 500

/** Cached, because nearly all pages of a wiki share one language. */
export function languageFields(code: string): LanguageFields {
  let fields = cache.get(code)
  if (fields === undefined) {
    if (cache.size >= MAX_KNOWN) cache.clear()
    const direction = wikiLanguage(code)?.dir ?? 'ltr'
    fields = { pagelanguage: code, pagelanguagehtmlcode: bcp47(code), pagelanguagedir: direction }
    cache.set(code, fields)
  }
  return fields
}
