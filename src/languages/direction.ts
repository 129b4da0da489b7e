import { scriptDirection } from './script-direction.ts'
import { baseCode, language } from './translation-languages.ts'
import { type Direction, wikiLanguage } from './wiki-languages.ts'

/**
 * Which way a text in this language runs, for a code of either kind. A code no list knows follows its script, then its
 * base language, then the majority.
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
