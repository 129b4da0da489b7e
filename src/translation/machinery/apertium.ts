import { at, oneByOne, type TranslationService, webCode, withoutSlash } from './service.ts'

// biome-ignore format: one code per line would fill the file
/** Apertium's codes have three letters; other languages keep their own. */
const CODES: Readonly<Record<string, string>> = {
  af: 'afr', an: 'arg', ar: 'ara', ast: 'ast', be: 'bel', bg: 'bul', br: 'bre', bs: 'hbs_BS', ca: 'cat',
  'ca-valencia': 'cat_valencia', co: 'cos', cs: 'ces', cy: 'cym', da: 'dan', de: 'deu', el: 'ell', en: 'eng',
  eo: 'epo', es: 'spa', eu: 'eus', fa: 'pes', fi: 'fin', fr: 'fra', frp: 'frp', ga: 'gle', gl: 'glg', hi: 'hin',
  hr: 'hbs_HR', hu: 'hun', hy: 'hye', ia: 'ina', id: 'ind', is: 'isl', it: 'ita', kk: 'kaz', la: 'lat', lv: 'lvs',
  mk: 'mkd', ml: 'mal', mr: 'mar', ms: 'zlm', mt: 'mlt', nb: 'nob', nl: 'nld', nn: 'nno', no: 'nob', oc: 'oci',
  'oc-aranes': 'oci_aran', pl: 'pol', pt: 'por', 'pt-BR': 'por_BR', ro: 'ron', ru: 'rus', sc: 'srd', se: 'sme',
  sk: 'slk', sl: 'slv', sr: 'hbs_SR', sv: 'swe', te: 'tel', th: 'tha', tr: 'tur', tt: 'tat', uk: 'ukr', ur: 'urd',
}

const codeOf = (code: string): string => {
  const web = webCode(code).replace('@', '-')
  return CODES[web] ?? CODES[web.split('-')[0]!] ?? web.replaceAll('-', '_')
}

export const apertium: TranslationService = {
  name: 'apertium-apy',
  label: 'Apertium APy',
  quality: 88,
  settings: {
    url: { kind: 'address', about: 'Address of the APy server, for example https://beta.apertium.org/apy.' },
  },
  translate: (texts, { from, to }, { url }, ask) =>
    oneByOne(texts, async q => {
      const form = new URLSearchParams({ langpair: `${codeOf(from)}|${codeOf(to)}`, q, markUnknown: 'no' })
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await ask(`${withoutSlash(url!)}/translate`, headers, form.toString())
      return at(answer, 'responseData', 'translatedText')
    }),
}
