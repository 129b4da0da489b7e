import { CUSTOM_MODEL, instructions, LLM_SECONDS, MANNER, missingModel, modelIn, translationsIn } from './llm.ts'
import { at, type TranslationService, withoutSlash } from './service.ts'

export const anthropic: TranslationService = {
  name: 'anthropic',
  label: 'Anthropic',
  quality: 85,
  settings: {
    key: { kind: 'text', about: 'API key.', secret: true },
    model: { kind: 'text', about: 'Model name.' },
    custom_model: CUSTOM_MODEL,
    base_url: { kind: 'address', about: 'API address.', fallback: 'https://api.anthropic.com' },
    max_tokens: { kind: 'number', about: 'Longest answer, in tokens.', fallback: '4096' },
    ...MANNER,
  },
  mistake: missingModel,
  async translate(texts, languages, settings, ask) {
    const { key, base_url, max_tokens } = settings
    const body = {
      model: modelIn(settings),
      max_tokens: Number(max_tokens),
      system: instructions(languages, settings),
      messages: [{ role: 'user', content: JSON.stringify(texts) }],
    }
    const headers = { 'x-api-key': key!, 'anthropic-version': '2023-06-01' }
    const answer = await ask(`${withoutSlash(base_url!)}/v1/messages`, headers, body, { seconds: LLM_SECONDS })
    const blocks = at(answer, 'content')
    const text = Array.isArray(blocks) ? blocks.find(block => at(block, 'type') === 'text') : undefined
    return translationsIn(at(text, 'text'), texts.length)
  },
}
