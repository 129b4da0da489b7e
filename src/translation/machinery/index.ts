import { deepL } from './deepl.ts'
import { googleTranslate } from './google-translate.ts'
import { libreTranslate } from './libretranslate.ts'
import { microsoftTranslator } from './microsoft-translator.ts'
import { openAi } from './openai.ts'
import type { TranslationService } from './service.ts'

/** All machine translation services. To add one, create a file in this folder and list it below. */
export const SERVICES: readonly TranslationService[] = [
  libreTranslate,
  deepL,
  googleTranslate,
  microsoftTranslator,
  openAi,
]
