import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { activityWords } from './activity.ts'
import { changeWords } from './changes.ts'
import { editWords } from './editing.ts'
import { fileWords } from './files.ts'
import { findingWords } from './finding.ts'
import { followingWords } from './following.ts'
import { formWords } from './forms.ts'
import { frameWords } from './frame.ts'
import { listWords } from './lists.ts'
import { logWords } from './logs.ts'
import { orderWords } from './order.ts'
import { specialWords } from './special.ts'
import { trackingWords } from './tracking.ts'

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
  ...trackingWords,
}

const LOCALES = path.join(import.meta.dirname, 'locales')

type Texts = Readonly<Record<string, string>>

/** Texts by wiki code of the language; null until a reader needs them. */
let languages: Map<string, Texts | null> | undefined

const filesByLanguage = (): Map<string, Texts | null> => {
  languages ??= new Map(
    readdirSync(LOCALES).flatMap(name => (name.endsWith('.json') ? [[name.slice(0, -5), null]] : [])),
  )
  return languages
}

/** Languages with a complete translation of the page words (`locales.test.ts`), as wiki codes. */
export const pageWordLanguages = (): readonly string[] => [...filesByLanguage().keys()]

export const hasPageWords = (language: string): boolean => filesByLanguage().has(language)

/** The page words of one language other than English; null if it has none. */
export function translatedPageWords(language: string): Texts | null {
  const all = filesByLanguage()
  const cached = all.get(language)
  if (cached !== null) return cached ?? null
  const texts = JSON.parse(readFileSync(path.join(LOCALES, `${language}.json`), 'utf8')) as Texts
  all.set(language, texts)
  return texts
}
