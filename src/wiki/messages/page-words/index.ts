import { activityWords } from './activity.ts'
import { changeWords } from './changes.ts'
import { editWords } from './editing.ts'
import { fileWords } from './files.ts'
import { findingWords } from './finding.ts'
import { followingWords } from './following.ts'
import { formWords } from './forms.ts'
import { frameWords } from './frame.ts'
import { listWords } from './lists.ts'
import ar from './locales/ar.json' with { type: 'json' }
import de from './locales/de.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import ja from './locales/ja.json' with { type: 'json' }
import { logWords } from './logs.ts'
import { orderWords } from './order.ts'
import { specialWords } from './special.ts'

/**
 * What the wiki's pages say, in English and in our own words. The names are those that MediaWiki's message files have, so that a
 * wiki with imported messages speaks theirs, in every language that they bring.
 */
// One line for each, so that two who add one do not meet.
// biome-ignore format: see above
export const pageWords: Readonly<Record<string, string>> = {
  ...activityWords,
  ...logWords,
  ...frameWords,
  ...changeWords,
  ...followingWords,
  ...fileWords,
  ...findingWords,
  ...editWords,
  ...formWords,
  ...listWords,
  ...orderWords,
  ...specialWords,
}

/** The same in the other languages that the program ships, all of it (`locales.test.ts`). */
export const translatedPageWords: Readonly<Record<string, Readonly<Record<string, string>>>> = { ar, de, fr, ja }
