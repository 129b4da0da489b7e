// Calls a translation service, with a cache for repeated requests.

import { createHash } from 'node:crypto'
import { BoundedCache } from '#cache/bounded-cache.ts'
import type { Meter } from './meter.ts'
import type { Ask, Languages, Settings, TranslationService } from './service.ts'
import { MachineryError, RateLimitError } from './service.ts'

const KEPT = 5000
const KEPT_MS = 3_600_000
/** Concurrent requests, so that they do not pile up when a service hangs. */
const AT_ONCE = 20
/** Longer texts would take too long while someone waits in the editor. Marks for placeholders make texts longer. */
const MOST_CHARS = 40_000

const answers = new BoundedCache<string, { texts: readonly string[]; until: number }>({ limit: KEPT })
/** Services that asked for a pause, until when. */
const pauses = new BoundedCache<string, number>({ limit: 1000 })
let underWay = 0

// Settings contain secrets, so cache keys are hashes.
const hashOf = (...values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64')

export async function translateBy(
  service: TranslationService,
  texts: readonly string[],
  languages: Languages,
  settings: Settings,
  ask: Ask,
  meter?: Meter,
): Promise<readonly string[]> {
  if (texts.reduce((sum, text) => sum + text.length, 0) > MOST_CHARS)
    throw new MachineryError(`At most ${MOST_CHARS} characters can be sent at once.`)
  const key = hashOf(service.name, languages, settings, texts)
  const cached = answers.get(key)
  if (cached !== undefined && cached.until > performance.now()) return cached.texts
  const account = hashOf(service.name, settings)
  const pause = Math.ceil(((pauses.get(account) ?? 0) - performance.now()) / 1000)
  if (pause > 0) throw new MachineryError(`The service limits requests. Try again in ${pause} seconds.`)
  if (underWay >= AT_ONCE) throw new MachineryError('Too many translation requests are running. Try again in a moment.')
  underWay++
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  try {
    const translations = await service.translate(texts, languages, settings, ask)
    if (!service.isLocal) meter?.count(service.name, characters, false)
    answers.set(key, { texts: translations, until: performance.now() + KEPT_MS })
    return translations
  } catch (error) {
    if (!service.isLocal) meter?.count(service.name, characters, true)
    if (error instanceof RateLimitError) pauses.set(account, performance.now() + error.seconds * 1000)
    throw error instanceof MachineryError ? new MachineryError(withoutSecrets(error.message, service, settings)) : error
  } finally {
    underWay--
  }
}

/** Some services repeat the key in their error messages. */
function withoutSecrets(message: string, { settings: declared }: TranslationService, settings: Settings): string {
  let text = message
  for (const [name, value] of Object.entries(settings))
    if (declared[name]?.secret && value !== '') text = text.replaceAll(value, '(key)')
  return text
}
