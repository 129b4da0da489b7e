import { signedHeaders } from './aws-signature.ts'
import { at, chineseByCountry, oneByOne, type TranslationService } from './service.ts'

/** Codes with a country; all others use the bare language. Portuguese without a country is Brazilian. */
const WITH_COUNTRY = new Set(['es-MX', 'fa-AF', 'fr-CA', 'pt-PT', 'zh-TW'])

function codeOf(code: string): string {
  const web = chineseByCountry(code)
  const [language = ''] = web.split('-')
  if (WITH_COUNTRY.has(web)) return web
  return { nb: 'no', nn: 'no', fil: 'tl' }[language] ?? language
}

export const awsTranslate: TranslationService = {
  name: 'aws',
  label: 'Amazon Translate',
  quality: 88,
  settings: {
    key: { kind: 'text', about: 'Access key ID.', secret: true },
    secret: { kind: 'text', about: 'Secret access key.', secret: true },
    region: { kind: 'text', about: 'Region, for example eu-west-1.' },
    url: { kind: 'address', about: 'API address. Leave empty to use the one of the region.', fallback: '' },
  },
  mistake: ({ region }) =>
    /^[a-z0-9-]{1,40}$/.test(region!) ? null : { setting: 'region', why: 'Enter a region such as eu-west-1.' },
  translate: (texts, { from, to }, { key, secret, region, url }, ask) => {
    const address = new URL(url || `https://translate.${region}.amazonaws.com/`)
    return oneByOne(texts, async text => {
      const body = JSON.stringify({ Text: text, SourceLanguageCode: codeOf(from), TargetLanguageCode: codeOf(to) })
      const headers = signedHeaders({
        address,
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': 'AWSShineFrontendService_20170701.TranslateText',
        },
        body,
        ...{ region: region!, service: 'translate', key: key!, secret: secret!, now: new Date() },
      })
      return at(await ask(address.href, headers, body), 'TranslatedText')
    })
  },
}
