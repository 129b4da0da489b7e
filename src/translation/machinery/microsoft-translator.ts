import { htmlNotation } from './notation.ts'
import { at, type TranslationService, textsIn, webCode, withoutSlash } from './service.ts'

export const microsoftTranslator: TranslationService = {
  name: 'microsoft-translator',
  label: 'Microsoft Translator',
  quality: 90,
  notation: htmlNotation,
  settings: {
    key: { kind: 'text', about: 'Resource key.', secret: true },
    region: { kind: 'text', about: 'Resource region. Leave empty for a global resource.', fallback: '' },
    url: {
      kind: 'address',
      about: 'API address, version 3.0.',
      fallback: 'https://api.cognitive.microsofttranslator.com',
    },
  },
  async translate(texts, { from, to }, { key, region, url }, ask) {
    const query = new URLSearchParams({ 'api-version': '3.0', from: webCode(from), to: webCode(to), textType: 'html' })
    const headers = {
      'ocp-apim-subscription-key': key!,
      ...(region && { 'ocp-apim-subscription-region': region }),
    }
    const body = texts.map(text => ({ Text: text }))
    const answer = await ask(`${withoutSlash(url!)}/translate?${query}`, headers, body)
    const translations = Array.isArray(answer) ? answer.map(each => at(each, 'translations', 0, 'text')) : null
    return textsIn(translations, texts.length)
  },
}
