import { completeChat } from './chat-completions.ts'
import { CUSTOM_MODEL, MANNER, missingModel, modelIn } from './llm.ts'
import { type TranslationService, withoutSlash } from './service.ts'

export const mistral: TranslationService = {
  name: 'mistral',
  label: 'Mistral',
  quality: 85,
  settings: {
    key: { kind: 'text', about: 'API key.', secret: true },
    model: { kind: 'text', about: 'Model name, for example mistral-small-latest.' },
    custom_model: CUSTOM_MODEL,
    base_url: { kind: 'address', about: 'API address.', fallback: 'https://api.mistral.ai/v1' },
    ...MANNER,
  },
  mistake: missingModel,
  translate(texts, languages, settings, ask) {
    const { key, base_url } = settings
    const address = `${withoutSlash(base_url!)}/chat/completions`
    const headers = { authorization: `Bearer ${key}` }
    return completeChat(address, headers, modelIn(settings), texts, languages, settings, ask)
  },
}
