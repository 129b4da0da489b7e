import { at, type TranslationService, textsIn, webCode, withoutSlash } from './service.ts'

export const libreTranslate: TranslationService = {
  name: 'libretranslate',
  label: 'LibreTranslate',
  quality: 75,
  settings: {
    url: { kind: 'address', about: 'Server address, for example https://libretranslate.com.' },
    key: { kind: 'text', about: 'API key, if the server requires one.', secret: true, fallback: '' },
  },
  async translate(texts, { from, to }, { url, key }, ask) {
    const body = { q: texts, source: short(from), target: short(to), format: 'text', ...(key && { api_key: key }) }
    const answer = await ask(`${withoutSlash(url!)}/translate`, {}, body)
    return textsIn(at(answer, 'translatedText'), texts.length)
  },
}

/** Only Chinese and Portuguese have variants; other codes lose their country and script. */
function short(code: string): string {
  const web = webCode(code)
  if (/^zh-(Hant|TW|HK)/i.test(web)) return 'zh-Hant'
  if (/^zh/i.test(web)) return 'zh-Hans'
  return web === 'pt-BR' ? web : web.split('-')[0]!
}
