import { deepL } from './deepl.ts'
import { googleTranslate } from './google-translate.ts'
import { libreTranslate } from './libretranslate.ts'
import { microsoftTranslator } from './microsoft-translator.ts'
import { openAi } from './openai.ts'
import type { TranslationService } from './service.ts'

/** Every service that can be asked for translations. A new one is a file and a line. */
export const SERVICES: readonly TranslationService[] = [
  libreTranslate,
  deepL,
  googleTranslate,
  microsoftTranslator,
  openAi,
]
