import { at, chineseByCountry, each, type TranslationService, textsIn, withoutSlash } from './service.ts'

export const sapTranslationHub: TranslationService = {
  name: 'sap-translation-hub',
  label: 'SAP Translation Hub',
  quality: 90,
  settings: {
    url: { kind: 'address', about: 'API address, with or without /v1.' },
    key: { kind: 'text', about: 'API key of the sandbox.', secret: true, fallback: '' },
    username: { kind: 'text', about: 'User name of the productive API.', fallback: '' },
    password: { kind: 'text', about: 'Password of the productive API.', secret: true, fallback: '' },
    enable_mt: { kind: 'switch', about: 'Use machine translation, not only the term database.', fallback: 'true' },
    domain: { kind: 'text', about: 'ID of a translation domain, for example BC. Empty searches all.', fallback: '' },
  },
  mistake: ({ key, username, password }) =>
    key || (username && password) ? null : { setting: 'key', why: 'Enter a key, or a user name and a password.' },
  async translate(texts, { from, to }, { url, key, username, password, enable_mt, domain }, ask) {
    const base = withoutSlash(url!)
    const isMachine = enable_mt === 'true'
    const body = {
      sourceLanguage: chineseByCountry(from),
      targetLanguages: [chineseByCountry(to)],
      enableMT: isMachine,
      enableTranslationQualityEstimation: isMachine,
      ...(domain && { domain }),
      units: texts.map(value => ({ value })),
    }
    const login = Buffer.from(`${username}:${password}`).toString('base64')
    const headers = {
      ...(key && { APIKey: key }),
      ...(username && password && { authorization: `Basic ${login}` }),
    }
    const answer = await ask(`${base.endsWith('/v1') ? base : `${base}/v1`}/translate`, headers, body)
    const units = at(answer, 'units')
    // Without machine translation the database may know nothing about a text.
    const translations = each(units, 'translations', 0, 'value')?.map(value => value ?? '')
    return textsIn(translations, texts.length)
  },
}
