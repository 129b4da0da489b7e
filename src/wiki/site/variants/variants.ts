// Conversion between the variants of languages, as a wiki has it.
import { bcp47 } from '#languages/bcp47.ts'
import { variants } from '#languages/wiki-languages.ts'
import { asWritten, convertersByRule, hasRules } from './by-rule.ts'
import { ChineseTables, type ChineseTexts, needsTables } from './chinese.ts'
import { PairTable } from './pair-table.ts'
import { type OfPage, replaceIn } from './replace.ts'

/** What a wiki adds to the rules of the program; plain data, for threads. */
export interface VariantSource {
  /** Tells sources apart. */
  readonly version: string
  /** Imported tables; null without any. */
  readonly tables: ChineseTexts | null
  /** Lists that administrators keep on the wiki, by variant. */
  readonly lists: Readonly<Record<string, ReadonlyMap<string, string>>>
}

export class Variants {
  readonly source: VariantSource
  readonly #chinese: ChineseTables | null
  readonly #lists: ReadonlyMap<string, PairTable>

  /** `before` is the state before a change, whose tables may still be right. */
  constructor(source: VariantSource, before?: Variants) {
    this.source = source
    const { tables, lists } = source
    const isSame = before !== undefined && before.source.tables === tables
    this.#chinese = isSame ? before.#chinese : tables === null ? null : new ChineseTables(tables)
    this.#lists = new Map(Object.entries(lists).map(([code, pairs]) => [code, new PairTable(pairs)]))
  }

  /** Whether texts of a language can be converted between its variants. */
  has(language: string): boolean {
    return hasRules(language) || (this.#chinese !== null && needsTables(language))
  }

  /** The variant that a code means, either MediaWiki's own code or that of BCP 47; null for any other code. */
  named(language: string, code: string): string | null {
    return this.has(language) ? variantNamed(language, code) : null
  }

  /** A text in one variant. */
  convert(language: string, variant: string, text: string, page: OfPage = {}): string {
    if (this.#chinese !== null && needsTables(language))
      return replaceIn(text, this.#chinese.of(language, variant, this.#lists), page)
    const list = variant === language ? undefined : this.#lists.get(variant)
    const converters = convertersByRule(language)
    if (converters === undefined) return asWritten(text, page)
    return (converters[variant] ?? asWritten)(text, page, list === undefined ? [] : [list])
  }

  /** A text in the other variants of a language; unchanged ones are left out. */
  others(language: string, text: string): string[] {
    if (!this.has(language)) return []
    const all = variants(language).map(variant => this.convert(language, variant, text))
    return [...new Set(all)].filter(variant => variant !== text)
  }
}

/** For a wiki that adds nothing. */
export const plainVariants = new Variants({ version: '', tables: null, lists: {} })

/** The same as `Variants.named`, whether or not texts can be converted. */
export function variantNamed(language: string, code: string): string | null {
  const lower = code.toLowerCase()
  const all = variants(language)
  return all.find(variant => variant === lower) ?? all.find(variant => bcp47(variant).toLowerCase() === lower) ?? null
}

/** The variant that a code means, if only imported tables would make it available. */
export const variantWithoutTables = (site: Variants, language: string, code: string): string | null =>
  needsTables(language) && !site.has(language) ? variantNamed(language, code) : null

/** Whether a text is in a variant already, as far as letters tell that only one of the scripts has. */
export function isInVariant(variant: string, text: string): boolean {
  if (variant !== 'sr-ec' && variant !== 'sr-el') return false
  const cyrillic = text.match(/[шђчћж]/giu)?.length ?? 0
  const latin = text.match(/[шđčćž]/giu)?.length ?? 0
  return variant === 'sr-ec' ? cyrillic > latin : latin > cyrillic
}
