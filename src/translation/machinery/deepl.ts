import { xmlNotation } from './notation.ts'
import { at, type TranslationService, textsIn, webCode, withoutSlash } from './service.ts'

/** Target languages with a country or script; all others use the bare language code. */
const VARIANTS = new Set(['EN-GB', 'EN-US', 'PT-BR', 'PT-PT', 'ZH-HANS', 'ZH-HANT', 'ES-419'])

export const deepL: TranslationService = {
  name: 'deepl',
  label: 'DeepL',
  quality: 91,
  notation: xmlNotation,
  settings: {
    key: { kind: 'text', about: 'API key.', secret: true },
    url: {
      kind: 'address',
      about: 'API address. Free keys use https://api-free.deepl.com.',
      fallback: 'https://api.deepl.com',
    },
  },
  async translate(texts, { from, to }, { key, url }, ask) {
    const target = webCode(to).toUpperCase()
    const body = {
      text: texts,
      source_lang: webCode(from).toUpperCase().split('-')[0],
      target_lang: VARIANTS.has(target) ? target : target.split('-')[0],
      tag_handling: 'xml',
      ignore_tags: ['x'],
    }
    const answer = await ask(`${withoutSlash(url!)}/v2/translate`, { authorization: `DeepL-Auth-Key ${key}` }, body)
    const translations = at(answer, 'translations')
    return textsIn(Array.isArray(translations) ? translations.map(each => at(each, 'text')) : null, texts.length)
  },
}
