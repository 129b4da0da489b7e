import { htmlNotation } from './notation.ts'
import { at, chineseByCountry, each, type TranslationService, textsIn, webCode, withoutSlash } from './service.ts'

export const googleTranslate: TranslationService = {
  name: 'google-translate',
  label: 'Google Translate',
  quality: 90,
  notation: htmlNotation,
  settings: {
    key: { kind: 'text', about: 'API key.', secret: true },
    url: {
      kind: 'address',
      about: 'API address, version 2.',
      fallback: 'https://translation.googleapis.com/language/translate/v2',
    },
  },
  async translate(texts, { from, to }, { key, url }, ask) {
    const body = { q: texts, source: webCode(from), target: chineseByCountry(to), format: 'html' }
    const answer = await ask(withoutSlash(url!), { 'x-goog-api-key': key! }, body)
    return textsIn(each(at(answer, 'data', 'translations'), 'translatedText'), texts.length)
  },
}
