// Asks a service, unless it has answered the same lately.

import { createHash } from 'node:crypto'
import type { Ask, Settings, TranslationService } from './service.ts'
import { MachineryError } from './service.ts'

const KEPT = 5000
const KEPT_MS = 3_600_000
/** As many requests are under way at once; a service that hangs must not gather a crowd. */
const AT_ONCE = 20
/** Longer texts are nothing that somebody waits for beside an editor. */
const MOST_CHARS = 10_000

const answers = new Map<string, { texts: readonly string[]; until: number }>()
let underWay = 0

export async function translateBy(
  service: TranslationService,
  texts: readonly string[],
  languages: { from: string; to: string },
  settings: Settings,
  ask: Ask,
): Promise<readonly string[]> {
  if (texts.reduce((sum, text) => sum + text.length, 0) > MOST_CHARS)
    throw new MachineryError(`Texts of more than ${MOST_CHARS} characters are not sent.`)
  // Secrets are part of what is asked, but not kept as they are.
  const asked = JSON.stringify([service.name, languages, settings, texts])
  const key = createHash('sha256').update(asked).digest('base64')
  const known = answers.get(key)
  if (known !== undefined && known.until > performance.now()) return known.texts
  if (underWay >= AT_ONCE) throw new MachineryError('Too many translations are being asked for at present.')
  underWay++
  try {
    const found = await service.translate(texts, languages, settings, ask)
    answers.delete(key)
    if (answers.size >= KEPT) answers.delete(answers.keys().next().value!)
    answers.set(key, { texts: found, until: performance.now() + KEPT_MS })
    return found
  } finally {
    underWay--
  }
}
