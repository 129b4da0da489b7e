import { scriptDirection } from './script-direction.ts'
import { baseCode, language } from './translation-languages.ts'
import { type Direction, wikiLanguage } from './wiki-languages.ts'

/**
 * Text direction for a wiki or platform code. An unknown code follows its script, then its base language, then defaults
 * to left-to-right.
 */
export function direction(code: string): Direction {
  return (
    wikiLanguage(code)?.dir ??
    language(code)?.direction ??
    scriptDirection(code) ??
    wikiLanguage(baseCode(code))?.dir ??
    language(baseCode(code))?.direction ??
    'ltr'
  )
}
