import { wikiLanguage } from './wiki-languages.ts'

/**
 * Language tag for HTML's `lang`. Wiki codes that are not valid tags (`simple`, `sr-ec`) have one in the table. Others
 * get the conventional case: language in lower case, Script capitalized, REGION in upper case, private parts in lower
 * case.
 */
export function bcp47(code: string): string {
  const language = wikiLanguage(code.toLowerCase())
  if (language) return language.bcp47
  const parts = code.split('-')
  const privateFrom = parts.findIndex((part, at) => at > 0 && part.toLowerCase() === 'x')
  return parts
    .map((part, at) => {
      const small = part.toLowerCase()
      if (at === 0 || (privateFrom >= 0 && at >= privateFrom)) return small
      if (part.length === 2) return part.toUpperCase()
      if (part.length === 4) return small[0]!.toUpperCase() + small.slice(1)
      return small
    })
    .join('-')
}
