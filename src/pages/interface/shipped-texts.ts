import type { SiteTexts } from '#html/site-texts.ts'
import { SOURCE_TEXTS, type SourceText } from '#html/texts/index.ts'
import { hash64, joinForms } from '#translation/catalogue/forms.ts'
import type { LanguageRow } from '#translation/catalogue/languages.ts'
import { categoriesFor } from '#translation/formats/plural.ts'

/** What this version of the program brings along. */
export interface Shipped {
  readonly sources: Readonly<Record<string, SourceText>>
  /** By language: keys as in a file of the component (`key`, `key_one`, …). */
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

/** The plural categories of a language's forms, in their order. */
export const categoriesOf = ({ code, plural_number, plural_formula }: LanguageRow): readonly string[] =>
  categoriesFor({ count: plural_number, formula: plural_formula }, code)

/** What ships for one text in one language, as the forms of a string; null when nothing does. */
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
