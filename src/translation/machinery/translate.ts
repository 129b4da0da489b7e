// Calls a translation service, with a cache for repeated requests.

import { createHash } from 'node:crypto'
import { BoundedCache } from '#cache/bounded-cache.ts'
import type { Ask, Settings, TranslationService } from './service.ts'
import { MachineryError } from './service.ts'

const KEPT = 5000
const KEPT_MS = 3_600_000
/** Concurrent requests, so that they do not pile up when a service hangs. */
const AT_ONCE = 20
/** Longer texts would take too long while someone waits in the editor. Marks for placeholders make texts longer. */
const MOST_CHARS = 40_000

const answers = new BoundedCache<string, { texts: readonly string[]; until: number }>({ limit: KEPT })
let underWay = 0

export async function translateBy(
  service: TranslationService,
  texts: readonly string[],
  languages: { from: string; to: string },
  settings: Settings,
  ask: Ask,
): Promise<readonly string[]> {
  if (texts.reduce((sum, text) => sum + text.length, 0) > MOST_CHARS)
    throw new MachineryError(`At most ${MOST_CHARS} characters can be sent at once.`)
  // Settings contain secrets, so the cache key is a hash.
  const request = JSON.stringify([service.name, languages, settings, texts])
  const key = createHash('sha256').update(request).digest('base64')
  const cached = answers.get(key)
  if (cached !== undefined && cached.until > performance.now()) return cached.texts
  if (underWay >= AT_ONCE) throw new MachineryError('Too many translation requests are running. Try again in a moment.')
  underWay++
  try {
    const translations = await service.translate(texts, languages, settings, ask)
    answers.set(key, { texts: translations, until: performance.now() + KEPT_MS })
    return translations
  } finally {
    underWay--
  }
}
