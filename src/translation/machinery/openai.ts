import { completeChat } from './chat-completions.ts'
import { CUSTOM_MODEL, MANNER, missingModel, modelIn } from './llm.ts'
import { type TranslationService, withoutSlash } from './service.ts'

export const openAi: TranslationService = {
  name: 'openai',
  label: 'OpenAI',
  quality: 85,
  settings: {
    key: { kind: 'text', about: 'API key. Leave empty for your own server without a key.', secret: true, fallback: '' },
    model: { kind: 'text', about: 'Model name.' },
    custom_model: CUSTOM_MODEL,
    base_url: {
      kind: 'address',
      about: 'Address of OpenAI or of any other API that supports /chat/completions.',
      fallback: 'https://api.openai.com/v1',
    },
    ...MANNER,
  },
  mistake: missingModel,
  translate(texts, languages, settings, ask) {
    const { key, base_url } = settings
    const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
    const address = `${withoutSlash(base_url!)}/chat/completions`
    return completeChat(address, headers, modelIn(settings), texts, languages, settings, ask)
  },
}
