// Chinese and Gan are converted by tables of words, which operators import from their MediaWiki.
import { PairTable } from './pair-table.ts'

/** MediaWiki's names of its tables. */
export const CHINESE_TABLES = ['zh2Hant', 'zh2Hans', 'zh2TW', 'zh2HK', 'zh2CN'] as const
export type ChineseTable = (typeof CHINESE_TABLES)[number]

/** Each table as lines with a key, a tab and a value: a tenth of the memory of separate texts. */
export type ChineseTexts = Readonly<Record<ChineseTable, string>>

/** A table, or the list that the wiki has for a variant. */
type Source = { readonly table: ChineseTable } | { readonly list: string }

/** The words of a region go before those of the script. */
const region = (code: string, table: ChineseTable, script: readonly Source[]): readonly Source[] => [
  { list: code },
  { table },
  ...script,
]
const script = (code: string, table: ChineseTable): readonly Source[] => [{ list: code }, { table }]

const simplified = script('zh-hans', 'zh2Hans')
const traditional = script('zh-hant', 'zh2Hant')

/**
 * By language and variant; texts in the language itself stay as written, whatever list it may have. Malaysia and Singapore have the words of the mainland, and Macau those of Hong
 * Kong.
 */
const SOURCES: Readonly<Record<string, Readonly<Record<string, readonly Source[]>>>> = {
  zh: {
    'zh-hans': simplified,
    'zh-hant': traditional,
    'zh-cn': region('zh-cn', 'zh2CN', simplified),
    'zh-hk': region('zh-hk', 'zh2HK', traditional),
    'zh-mo': region('zh-mo', 'zh2HK', traditional),
    'zh-my': region('zh-my', 'zh2CN', simplified),
    'zh-sg': region('zh-sg', 'zh2CN', simplified),
    'zh-tw': region('zh-tw', 'zh2TW', traditional),
  },
  gan: {
    'gan-hans': script('gan-hans', 'zh2Hans'),
    'gan-hant': script('gan-hant', 'zh2Hant'),
  },
}

/** Whether a language is converted once the tables are imported. */
export const needsTables = (language: string): boolean => Object.hasOwn(SOURCES, language)

/** Prepares each table when it is first used. */
export class ChineseTables {
  readonly #texts: ChineseTexts
  readonly #tables = new Map<ChineseTable, PairTable>()

  constructor(texts: ChineseTexts) {
    this.#texts = texts
  }

  /** The tables of a variant, those that win first. */
  of(language: string, variant: string, lists: ReadonlyMap<string, PairTable>): PairTable[] {
    const sources = SOURCES[language]?.[variant] ?? []
    return sources.flatMap(source => ('table' in source ? [this.#table(source.table)] : (lists.get(source.list) ?? [])))
  }

  #table(name: ChineseTable): PairTable {
    let table = this.#tables.get(name)
    if (table === undefined) {
      table = new PairTable(readPairs(this.#texts[name]))
      this.#tables.set(name, table)
    }
    return table
  }
}

export function readPairs(text: string): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const line of text.split('\n')) {
    const tab = line.indexOf('\t')
    if (tab > 0) pairs.set(line.slice(0, tab), line.slice(tab + 1))
  }
  return pairs
}

export const writePairs = (pairs: ReadonlyMap<string, string>): string =>
  [...pairs].map(([from, to]) => `${from}\t${to}`).join('\n')
