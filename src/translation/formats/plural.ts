// Plural forms in files: gettext has a count and a formula, most other formats use CLDR categories.

import { BoundedCache } from '#cache/bounded-cache.ts'
import { pluralIndex } from '#languages/plural.ts'
import { PluralFormulaError } from '#languages/plural-expression.ts'

export type PluralCategory = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'

export const pluralCategories: readonly PluralCategory[] = ['zero', 'one', 'two', 'few', 'many', 'other']

export interface PluralForms {
  readonly count: number
  // A C-like expression in n, as in gettext's Plural-Forms header.
  readonly formula?: string
  // The category of each form, in the order in which a unit's target lists its forms.
  readonly categories?: readonly PluralCategory[]
}

export function isPluralCategory(name: string): name is PluralCategory {
  return (pluralCategories as readonly string[]).includes(name)
}

// Parses "nplurals=2; plural=(n != 1);"; undefined for anything else, like the placeholder of a template.
export function parsePluralForms(header: string): PluralForms | undefined {
  const [count, plural, ...rest] = header.split(';').map(part => part.trim())
  const number = /^nplurals\s*=\s*(\d{1,3})$/.exec(count!)?.[1]
  const formula = plural === undefined ? undefined : /^plural\s*=\s*(.*)$/s.exec(plural)?.[1]
  if (number === undefined || formula === undefined || rest.some(part => part !== '')) return undefined
  return Number(number) < 1 ? undefined : { count: Number(number), formula }
}

export function pluralFormsHeader(plural: PluralForms): string {
  return `nplurals=${plural.count}; plural=${plural.formula ?? (plural.count === 1 ? '0' : 'n != 1')};`
}

// The categories of a language's forms, in order: those of the caller, else those of CLDR. If CLDR has more than the
// rule, as for fractions in Czech, only those of integers are used.
export function categoriesFor(plural: PluralForms | undefined, language: string | undefined): PluralCategory[] {
  if (plural?.categories !== undefined) return [...plural.categories]
  const categories = language === undefined ? undefined : cldrCategories(language)
  if (categories === undefined || plural?.formula === undefined || plural.count === categories.length)
    return categories ?? ['one', 'other']
  return categoriesOfRule(plural.count, plural.formula, language!) ?? categories
}

const rules = new BoundedCache<string, PluralCategory[] | null>({ limit: 1000 })
// Rules depend on the last two digits; the separate form for millions in some languages is ignored.
const NUMBERS = 200

function categoriesOfRule(count: number, formula: string, language: string): PluralCategory[] | undefined {
  const key = `${language} ${count} ${formula}`
  const cached = rules.get(key)
  if (cached !== undefined) return cached ?? undefined
  const categories = findCategories(count, formula, language)
  rules.set(key, categories ?? null)
  return categories
}

// Names for forms that CLDR no longer has: Hebrew had a form for tens, which Android files call "many", until CLDR dropped
// it.
const SPARE: readonly PluralCategory[] = ['many', 'few', 'two', 'one', 'zero']

// Each form gets the category of its numbers. A form with several categories gets the most general one; of several forms
// with the same category, the last gets it and the others get unused names, so that no form is lost. Undefined if a form
// applies to no number.
function findCategories(count: number, formula: string, language: string): PluralCategory[] | undefined {
  let form: (n: number) => number
  try {
    form = pluralIndex(formula, count)
  } catch (error) {
    if (error instanceof PluralFormulaError) return undefined
    throw error
  }
  const cldr = new Intl.PluralRules(tagOf(language))
  const seen = Array.from({ length: count }, () => new Set<string>())
  for (let n = 0; n < NUMBERS; n++) seen[form(n)]?.add(cldr.select(n))
  const names = seen.map(categories => pluralCategories.findLast(category => categories.has(category)))
  const spare = SPARE.filter(category => !seen.some(categories => categories.has(category)))
  const own = names.map((name, i) => (name !== undefined && names.lastIndexOf(name) === i ? name : spare.shift()))
  return names.includes(undefined) || own.includes(undefined) ? undefined : (own as PluralCategory[])
}

export function ordinalCategoriesFor(language: string | undefined): PluralCategory[] {
  return (language === undefined ? undefined : cldrCategories(language, 'ordinal')) ?? ['other']
}

function cldrCategories(language: string, type: 'cardinal' | 'ordinal' = 'cardinal'): PluralCategory[] | undefined {
  const tag = tagOf(language)
  try {
    if (Intl.PluralRules.supportedLocalesOf(tag).length === 0) return undefined
    const supported = new Set<string>(new Intl.PluralRules(tag, { type }).resolvedOptions().pluralCategories)
    return pluralCategories.filter(category => supported.has(category))
  } catch {
    // Not a valid language tag: the caller's default applies.
    return undefined
  }
}

const tagOf = (language: string): string => language.replace(/@.*$/, '').replaceAll('_', '-')
