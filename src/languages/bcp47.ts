import { wikiLanguage } from './wiki-languages.ts'

/**
 * The code for HTML's `lang`. Codes that are not proper tags (`simple`, `sr-ec`) have one on record; others are written
 * in the usual case: language in small letters, Script with a capital, REGION in capitals, private parts in small letters.
 */
export function bcp47(code: string): string {
  const known = wikiLanguage(code.toLowerCase())
  if (known) return known.bcp47
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
