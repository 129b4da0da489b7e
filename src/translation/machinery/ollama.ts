import { instructions, LLM_SECONDS, MANNER, translationsIn } from './llm.ts'
import { at, type TranslationService, withoutSlash } from './service.ts'

export const ollama: TranslationService = {
  name: 'ollama',
  label: 'Ollama',
  quality: 80,
  settings: {
    base_url: { kind: 'address', about: 'Server address, for example http://localhost:11434.' },
    model: { kind: 'text', about: 'Model name. It must be installed on the server.' },
    ...MANNER,
  },
  async translate(texts, languages, settings, ask) {
    const body = {
      model: settings.model,
      messages: [
        { role: 'system', content: instructions(languages, settings) },
        { role: 'user', content: JSON.stringify(texts) },
      ],
      stream: false,
    }
    const answer = await ask(`${withoutSlash(settings.base_url!)}/api/chat`, {}, body, { seconds: LLM_SECONDS })
    return translationsIn(at(answer, 'message', 'content'), texts.length)
  },
}
