import { dataFile, lazily } from './load-data.ts'
import type { Plural } from './plural.ts'
import type { Direction } from './wiki-languages.ts'

/** A language of the translation platform. */
interface Language {
  code: string
  /** In English. */
  name: string
  direction: Direction
  plural: Plural & { type: number }
  /** Other codes for this language in files, in lower case, sorted. */
  aliases: readonly string[]
  /** Number of speakers; 0 if unknown. */
  population: number
}

interface TranslationFile {
  /** Number of forms, formula, type. */
  plurals: [number, string, number][]
  /** Code, English name, index in `plurals`, speakers. */
  languages: [string, string, number, number][]
  rtl: string
  /** Pairs like `aar:aa`, separated by spaces. */
  aliases: string
  defaultCountries: string
}

const file = dataFile<TranslationFile>('translation')

const registry = lazily(() => {
  const { plurals, languages, rtl } = file()
  const rightToLeft = new Set(rtl.split(' '))
  const aliasesOf = new Map<string, string[]>()
  const addAlias = (code: string, alias: string) => aliasesOf.set(code, [...(aliasesOf.get(code) ?? []), alias])
  for (const [alias, code] of aliasTable()) addAlias(code, alias)
  for (const alias of defaultCountries()) addAlias(baseCode(alias), alias)
  const all = new Map<string, Language>()
  for (const [code, name, plural, population] of languages) {
    const [number, formula, type] = plurals[plural]!
    all.set(code, {
      code,
      name,
      direction: rightToLeft.has(code) ? 'rtl' : 'ltr',
      plural: { number, formula, type },
      aliases: [...new Set(aliasesOf.get(code))].sort(),
      population,
    })
  }
  return all
})

/** Codes with a redundant country, in lower case: `cs_cz` is plain `cs`. */
export const defaultCountries: () => ReadonlySet<string> = lazily(() => new Set(file().defaultCountries.split(' ')))

/** Codes by alias. Aliases are in lower case with underscores. */
export const aliasTable: () => ReadonlyMap<string, string> = lazily(
  () =>
    new Map(
      file()
        .aliases.split(' ')
        .map(pair => pair.split(':') as [string, string]),
    ),
)

/** Case-sensitive: `language('CS')` is unknown. See resolve-code.ts for codes in files. */
export function language(code: string): Language | undefined {
  return registry().get(code)
}

export function allLanguages(): readonly Language[] {
  return [...registry().values()]
}

/** The part of a code before the country, script or variant. */
export function baseCode(code: string): string {
  return code.split(/[_@-]/, 1)[0]!
}
