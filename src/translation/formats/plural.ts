// Plural forms as files know them: gettext counts forms and gives a formula, most other formats name CLDR categories.

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

// Reads "nplurals=2; plural=(n != 1);". Anything else, like the placeholder of a template, gives undefined.
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

// The categories a language's forms stand for, in order: those given by the caller, else those of CLDR.
export function categoriesFor(plural: PluralForms | undefined, language: string | undefined): PluralCategory[] {
  if (plural?.categories !== undefined) return [...plural.categories]
  const known = language === undefined ? undefined : cldrCategories(language)
  return known ?? ['one', 'other']
}

export function ordinalCategoriesFor(language: string | undefined): PluralCategory[] {
  return (language === undefined ? undefined : cldrCategories(language, 'ordinal')) ?? ['other']
}

function cldrCategories(language: string, type: 'cardinal' | 'ordinal' = 'cardinal'): PluralCategory[] | undefined {
  const tag = language.replace(/@.*$/, '').replaceAll('_', '-')
  try {
    if (Intl.PluralRules.supportedLocalesOf(tag).length === 0) return undefined
    const found = new Set<string>(new Intl.PluralRules(tag, { type }).resolvedOptions().pluralCategories)
    return pluralCategories.filter(category => found.has(category))
  } catch {
    // Not a language tag at all: the caller's default applies.
    return undefined
  }
}
