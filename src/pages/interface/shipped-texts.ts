import type { SiteTexts } from '#html/site-texts.ts'
import { SOURCE_TEXTS, type SourceText } from '#html/texts/index.ts'
import { hash64, joinForms } from '#translation/catalogue/forms.ts'
import type { LanguageRow } from '#translation/catalogue/languages.ts'
import { categoriesFor } from '#translation/formats/plural.ts'

/** Texts shipped with this version. */
export interface Shipped {
  readonly sources: Readonly<Record<string, SourceText>>
  /** By language, with the keys of the component's files (`key`, `key_one`, …). */
  readonly languages: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export const shippedBy = (texts: SiteTexts): Shipped => ({
  sources: SOURCE_TEXTS,
  languages: Object.fromEntries(
    texts.shippedLanguages.filter(code => code !== 'en').map(code => [code, texts.shipped(code)]),
  ),
})

export const stampOf = (shipped: Shipped): string => hash64(JSON.stringify(shipped))

export const formsOfSource = (text: SourceText): string[] =>
  typeof text === 'string' ? [text] : [text.one, text.other]

/** Plural categories of a language, in form order. */
export const categoriesOf = ({ code, plural_number, plural_formula }: LanguageRow): readonly string[] =>
  categoriesFor({ count: plural_number, formula: plural_formula }, code)

/** Shipped plural forms of one text in one language; null if there are none. */
export function shippedForms(
  entries: Readonly<Record<string, string>>,
  key: string,
  isPlural: boolean,
  language: LanguageRow,
): string[] | null {
  if (!isPlural) return entries[key] ? [entries[key]] : null
  const forms = categoriesOf(language).map(category => entries[`${key}_${category}`] ?? entries[`${key}_other`] ?? '')
  return forms.length === language.plural_number && forms.every(form => form !== '') ? forms : null
}

export const hashOf = (forms: readonly string[]): string => hash64(joinForms(forms))
