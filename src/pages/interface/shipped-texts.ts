import type { SiteTexts } from '#html/site-texts.ts'
import { SOURCE_TEXTS, type SourceText } from '#html/texts/index.ts'
import { hash64, joinForms } from '#translation/catalogue/forms.ts'
import type { LanguageRow } from '#translation/catalogue/languages.ts'
import { categoriesFor } from '#translation/formats/plural.ts'

/** Texts of one language, with the keys of the component's files (`key`, `key_one`, …). */
export type Entries = Readonly<Record<string, string>>

/** Texts shipped with this version. Languages are read one at a time, because together they are megabytes. */
export interface Shipped {
  readonly sources: Readonly<Record<string, SourceText>>
  readonly languages: ReadonlyMap<string, () => Entries>
  /** Changes with any text. */
  readonly stamp: string
}

export function shippedBy(texts: SiteTexts): Shipped {
  const codes = texts.shippedLanguages.filter(code => code !== 'en')
  // Every start needs the stamp, so the files are not parsed for it.
  const files = codes.map(code => `${code} ${hash64(texts.shippedFile(code))}`)
  return {
    sources: SOURCE_TEXTS,
    languages: new Map(codes.map(code => [code, () => texts.shipped(code)])),
    stamp: hash64(JSON.stringify(SOURCE_TEXTS), ...files),
  }
}

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
