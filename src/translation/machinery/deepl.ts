import { xmlNotation } from './notation.ts'
import { at, each, type TranslationService, textsIn, webCode, withoutSlash } from './service.ts'

/** Target languages with a country or script; all others use the bare language code. */
const VARIANTS = new Set(['EN-GB', 'EN-US', 'PT-BR', 'PT-PT', 'ZH-HANS', 'ZH-HANT', 'ES-419'])

const FORMALITIES = new Set(['default', 'prefer_more', 'prefer_less'])
const MOST_CONTEXT = 4000

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
    formality: {
      kind: 'text',
      about: 'default, prefer_more or prefer_less. Ignored for languages without forms of address.',
      fallback: 'default',
    },
    context: {
      kind: 'lines',
      about: 'What the texts are about. The service uses it and does not translate it.',
      fallback: '',
      max: 2000,
    },
  },
  mistake: ({ formality }) =>
    FORMALITIES.has(formality ?? 'default')
      ? null
      : { setting: 'formality', why: `Enter one of: ${[...FORMALITIES].join(', ')}.` },
  async translate(texts, { from, to, notes = [] }, { key, url, formality, context }, ask) {
    const about = [context, ...new Set(notes)].filter(Boolean).join('\n')
    const target = webCode(to).toUpperCase()
    const body = {
      text: texts,
      source_lang: webCode(from).toUpperCase().split('-')[0],
      target_lang: VARIANTS.has(target) ? target : target.split('-')[0],
      tag_handling: 'xml',
      ignore_tags: ['x'],
      ...(formality && formality !== 'default' && { formality }),
      ...(about !== '' && { context: about.slice(0, MOST_CONTEXT) }),
    }
    const answer = await ask(
      `${withoutSlash(url!).replace(/\/v2$/, '')}/v2/translate`,
      { authorization: `DeepL-Auth-Key ${key}` },
      body,
    )
    return textsIn(each(at(answer, 'translations'), 'text'), texts.length)
  },
}
