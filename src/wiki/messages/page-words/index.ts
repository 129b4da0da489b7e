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
 * Texts of the wiki's pages in our own English. The keys are MediaWiki's, so a wiki with imported messages uses those,
 * in every language they have.
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

/** Complete translations into the other built-in languages (`locales.test.ts`). */
export const translatedPageWords: Readonly<Record<string, Readonly<Record<string, string>>>> = { ar, de, fr, ja }
