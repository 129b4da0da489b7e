// Messages of go-i18n version 2, which JSON and TOML files share: a text, or an object with one text per plural category
// and a description. Other objects group messages.

import type { ParseOptions } from '../format.ts'
import { categoriesFor, isPluralCategory, type PluralCategory } from '../plural.ts'

const details = new Set(['id', 'description', 'hash', 'leftdelim', 'rightdelim', 'leftDelim', 'rightDelim'])

// Whether an object with these keys is a message.
export function isMessage(keys: readonly string[]): boolean {
  return keys.some(isPluralCategory) && keys.every(key => isPluralCategory(key) || details.has(key))
}

// The categories of a message. A message with only "other" is no plural, unless the template says so or the language has
// only one form.
export function categoriesOf(
  id: string,
  keys: readonly string[],
  options: ParseOptions,
): { categories: readonly PluralCategory[]; isPlural: boolean } {
  const categories = categoriesFor(options.plural, options.language)
  const isPlural =
    options.template?.layout.plurals?.has(id) ?? keys.some(key => isPluralCategory(key) && key !== 'other')
  return isPlural ? { categories, isPlural } : { categories: ['other'], isPlural }
}
