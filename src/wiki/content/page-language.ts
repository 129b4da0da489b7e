import { memo } from '#cache/bounded-cache.ts'
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

/** Cached, because nearly all pages of a wiki share one language. */
export const languageFields = memo(
  500,
  (code: string): LanguageFields => ({
    pagelanguage: code,
    pagelanguagehtmlcode: bcp47(code),
    pagelanguagedir: wikiLanguage(code)?.dir ?? 'ltr',
  }),
)
