import { at, each, type TranslationService, textsIn, webCode, withoutSlash } from './service.ts'

/** Codes with a script or country; all others use the bare language. */
const VARIANTS = new Set(['pt-BR', 'sr-Latn'])
const MOST_TERMS = 50

function codeOf(code: string): string {
  const web = webCode(code)
  const [language = ''] = web.split('-')
  if (VARIANTS.has(web)) return web
  return { nb: 'no', nn: 'no', fil: 'tl' }[language] ?? language
}

export const yandexV2: TranslationService = {
  name: 'yandex-v2',
  label: 'Yandex v2',
  quality: 90,
  settings: {
    key: { kind: 'text', about: 'API key of a service account.', secret: true },
    url: { kind: 'address', about: 'API address.', fallback: 'https://translate.api.cloud.yandex.net' },
  },
  async translate(texts, { from, to, terms = [] }, { key, url }, ask) {
    const pairs = terms
      .filter(term => !term.forbidden)
      .slice(0, MOST_TERMS)
      .map(({ source, target }) => ({ sourceText: source, translatedText: target }))
    const body = {
      sourceLanguageCode: codeOf(from),
      targetLanguageCode: codeOf(to),
      format: 'PLAIN_TEXT',
      texts,
      ...(pairs.length > 0 && { glossaryConfig: { glossaryData: { glossaryPairs: pairs } } }),
    }
    const headers = { authorization: `Api-Key ${key}` }
    const answer = await ask(`${withoutSlash(url!)}/translate/v2/translate`, headers, body)
    return textsIn(each(at(answer, 'translations'), 'text'), texts.length)
  },
}
