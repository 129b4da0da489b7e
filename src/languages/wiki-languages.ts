import { dataFile, lazily } from './load-data.ts'

export type Direction = 'ltr' | 'rtl'

/** A language as a wiki knows it: MediaWiki's code, the name in the language itself, and whom to ask when a text is missing. */
export interface WikiLanguage {
  code: string
  /** The code for HTML's `lang` attribute. */
  bcp47: string
  dir: Direction
  autonym: string
  /** Nearest first; English, which every language falls back to in the end, is not listed unless it is named explicitly. */
  fallbacks: readonly string[]
  /** The forms the language can be converted to (scripts, regions); at least one. */
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
  /** For languages with variants: which other variants may stand in for one. */
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

/** Every code a wiki lists, sorted. */
export function wikiCodes(): readonly string[] {
  return [...languages().keys()]
}

/** Exact, case-sensitive. */
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
 * The name of a language. Wikis without a translated list of language names call every language by its autonym,
 * whichever language is asked for; an unknown code gives undefined.
 */
export function nameOf(code: string, _inLanguage?: string): string | undefined {
  return autonym(code)
}

/** What `{{#language:CODE}}` stands for: the code's case does not matter, and an unknown code is given back as it is. */
export function languageFunction(code: string, inLanguage?: string): string {
  return nameOf(code.toLowerCase(), inLanguage) ?? code
}

export function variants(code: string): readonly string[] {
  return languages().get(code)?.variants ?? [code]
}

/** Languages with variants: language, then variant, then the variants that may stand in for it. */
export function variantFallbacks(): Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> {
  return file().variantFallbacks
}

/**
 * Some codes are kept only because wikis live under them (`als`, `simple`, `zh-yue`); texts are stored under another
 * code (`gsw`, `en`, `yue`). A language whose only variant is a different code is such a one.
 */
export function canonicalWikiCode(code: string): string {
  const all = languages().get(code)?.variants
  return all?.length === 1 ? all[0]! : code
}

/** The languages to look for a missing text in, nearest first, as `languageinfo` and `siteinfo` list them. */
function fallbacks(code: string): readonly string[] {
  return languages().get(code)?.fallbacks ?? []
}

/** Where to look for a text: the language itself, its fallbacks, English. */
export function fallbackChain(code: string): string[] {
  const own = canonicalWikiCode(code)
  return [...new Set([own, ...fallbacks(own), 'en'])]
}

/** The fallbacks of a wiki whose content language is this one: `siteinfo`'s `general.fallback`. */
export function contentFallbacks(code: string): string[] {
  const own = canonicalWikiCode(code)
  return own === 'en' ? [] : [...new Set([...fallbacks(own), 'en'])]
}
