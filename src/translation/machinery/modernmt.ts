import {
  at,
  chineseByCountry,
  each,
  MachineryError,
  type TranslationService,
  textsIn,
  withoutSlash,
} from './service.ts'

const VECTOR = /^\d+:(?:0?\.\d{1,3}|0|1)(?:,\d+:(?:0?\.\d{1,3}|0|1))*$/

export const modernMt: TranslationService = {
  name: 'modernmt',
  label: 'ModernMT',
  quality: 90,
  settings: {
    key: { kind: 'text', about: 'API key.', secret: true },
    url: { kind: 'address', about: 'API address.', fallback: 'https://api.modernmt.com' },
    context_vector: {
      kind: 'text',
      about: 'Memories and their weights, for example 1234:0.123,4567:0.456.',
      fallback: '',
    },
  },
  mistake: ({ context_vector }) =>
    !context_vector || VECTOR.test(context_vector)
      ? null
      : { setting: 'context_vector', why: 'Enter memory IDs and weights such as 1234:0.123,4567:0.456.' },
  async translate(texts, { from, to }, { key, url, context_vector }, ask) {
    const body = {
      source: chineseByCountry(from),
      target: chineseByCountry(to),
      q: texts,
      ...(context_vector && { context_vector }),
    }
    // The API translates on GET; this header allows a body, so that long texts fit.
    const headers = { 'MMT-ApiKey': key!, 'X-HTTP-Method-Override': 'GET' }
    const answer = await ask(`${withoutSlash(url!)}/translate`, headers, body)
    const reason = at(answer, 'error', 'message')
    if (typeof reason === 'string') throw new MachineryError(reason.slice(0, 300))
    return textsIn(each(at(answer, 'data'), 'translation'), texts.length)
  },
}
