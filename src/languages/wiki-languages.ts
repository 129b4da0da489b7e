import { dataFile, lazily } from './load-data.ts'

export type Direction = 'ltr' | 'rtl'

/** A language of MediaWiki. */
export interface WikiLanguage {
  code: string
  /** The code for HTML's `lang` attribute. */
  bcp47: string
  dir: Direction
  autonym: string
  /** Nearest first. English, the final fallback of every language, is listed only if it is named explicitly. */
  fallbacks: readonly string[]
  /** Variants (scripts, regions) that text can be converted to; at least one. */
  variants: readonly string[]
}

interface Row {
  autonym: string
  bcp47?: string
  rtl?: true
  fallbacks?: string[]
  variants?: string[]
}

interface WikiFile {
  /** Sorted by code. */
  languages: Record<string, Row>
  /** For languages with variants: fallbacks of each variant. */
  variantFallbacks: Record<string, Record<string, string[]>>
}

const file = dataFile<WikiFile>('wiki')

const languages = lazily(() => {
  const all = new Map<string, WikiLanguage>()
  for (const [code, row] of Object.entries(file().languages)) {
    const { autonym, bcp47 = code, rtl, fallbacks = [], variants = [code] } = row
    all.set(code, { code, bcp47, dir: rtl ? 'rtl' : 'ltr', autonym, fallbacks, variants })
  }
  return all
})

/** All codes, sorted. */
export function wikiCodes(): readonly string[] {
  return [...languages().keys()]
}

/** Sorted by code. */
export function wikiLanguages(): readonly WikiLanguage[] {
  return [...languages().values()]
}

/** Case-sensitive. */
export function wikiLanguage(code: string): WikiLanguage | undefined {
  return languages().get(code)
}

export function isWikiCode(code: string): boolean {
  return languages().has(code)
}

export function autonym(code: string): string | undefined {
  return languages().get(code)?.autonym
}

/**
 * The name of a language; undefined for an unknown code. Wikis without translated language names always use the
 * autonym, whichever language is requested.
 */
export function nameOf(code: string, _inLanguage?: string): string | undefined {
  return autonym(code)
}

/** Implements `{{#language:CODE}}`: ignores case, and returns an unknown code unchanged. */
export function languageFunction(code: string, inLanguage?: string): string {
  return nameOf(code.toLowerCase(), inLanguage) ?? code
}

export function variants(code: string): readonly string[] {
  return languages().get(code)?.variants ?? [code]
}

/** Fallback variants by language and variant. */
export function variantFallbacks(): Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> {
  return file().variantFallbacks
}

/**
 * Some codes exist only because wikis use them (`als`, `simple`, `zh-yue`), while messages are stored under another
 * code (`gsw`, `en`, `yue`). Such a language has the other code as its only variant.
 */
export function canonicalWikiCode(code: string): string {
  const all = languages().get(code)?.variants
  return all?.length === 1 ? all[0]! : code
}

/** Fallback languages, nearest first, as in `languageinfo` and `siteinfo`. */
function fallbacks(code: string): readonly string[] {
  return languages().get(code)?.fallbacks ?? []
}

/** The language itself, its fallbacks, and English. */
export function fallbackChain(code: string): string[] {
  const own = canonicalWikiCode(code)
  return [...new Set([own, ...fallbacks(own), 'en'])]
}

/** Fallbacks of a wiki with this content language: `general.fallback` in `siteinfo`. */
export function contentFallbacks(code: string): string[] {
  const own = canonicalWikiCode(code)
  return own === 'en' ? [] : [...new Set([...fallbacks(own), 'en'])]
}
