import { anthropic } from './anthropic.ts'
import { apertium } from './apertium.ts'
import { awsTranslate } from './aws.ts'
import { azureOpenAi } from './azure-openai.ts'
import { withCost } from './cost.ts'
import { cyrTranslit } from './cyrtranslit.ts'
import { deepL } from './deepl.ts'
import { googleTranslate } from './google-translate.ts'
import { googleTranslateV3 } from './google-translate-v3.ts'
import { libreTranslate } from './libretranslate.ts'
import { microsoftTranslator } from './microsoft-translator.ts'
import { mistral } from './mistral.ts'
import { modernMt } from './modernmt.ts'
import { myMemory } from './mymemory.ts'
import { ollama } from './ollama.ts'
import { openAi } from './openai.ts'
import { sapTranslationHub } from './sap-translation-hub.ts'
import type { TranslationService } from './service.ts'
import { yandexV2 } from './yandex-v2.ts'

/** All machine translation services. To add one, create a file in this folder and list it below. */
const ALL: readonly TranslationService[] = [
  libreTranslate,
  deepL,
  googleTranslate,
  microsoftTranslator,
  openAi,
  anthropic,
  apertium,
  awsTranslate,
  azureOpenAi,
  cyrTranslit,
  googleTranslateV3,
  mistral,
  modernMt,
  myMemory,
  ollama,
  sapTranslationHub,
  yandexV2,
]

export const SERVICES: readonly TranslationService[] = ALL.map(withCost)
