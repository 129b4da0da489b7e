import { lazily } from './load-data.ts'
import { normaliseCode } from './normalise-code.ts'
import { resolveLanguageCode } from './resolve-code.ts'
import { baseCode, defaultCountries, language } from './translation-languages.ts'
import { canonicalWikiCode, isWikiCode } from './wiki-languages.ts'

/**
 * Codes that differ between wikis and the translation platform in more than case and separators. Wikis use the plain
 * code for the script of their community; the platform always names the script. `als` shows why a table is needed: it
 * means Alemannic on wikis, but Tosk Albanian in ISO and on the platform.
 */
const pairs: readonly [wiki: string, translation: string][] = [
  ['ary', 'ar_MA'],
  ['cbk-zam', 'cbk'],
  ['cdo', 'cdo_Latn'],
  ['diq', 'zza'],
  ['eml', 'egl'],
  ['gan', 'gan_Hant'],
  ['hak', 'hak_Latn'],
  ['ike-cans', 'iu_Cans'],
  ['ike-latn', 'iu_Latn'],
  ['map-bms', 'jv-x-bms'],
  ['mo', 'ro_MD'],
  ['nan', 'nan_Latn_pehoeji'],
  ['nb', 'nb_NO'],
  ['nrm', 'nrf'],
  ['pnb', 'pa_PK'],
  ['rmy', 'rom'],
  ['roa-tara', 'nap-x-tara'],
  ['sr-ec', 'sr_Cyrl'],
  ['sr-el', 'sr_Latn'],
  ['wuu', 'wuu_Hans'],
  ['yue', 'yue_Hant'],
  ['zh-hk', 'zh_Hant_HK'],
  ['zh-mo', 'zh_Hant_MO'],
  ['zh-my', 'zh_Hans_MY'],
  ['zh-sg', 'zh_Hans_SG'],
  ['zh-hans', 'zh_Hans'],
  ['zh-hant', 'zh_Hant'],
]

const translationByWiki = lazily(() => new Map(pairs))
const wikiByTranslation = lazily(() => new Map(pairs.map(([wiki, translation]) => [translation, wiki])))

/**
 * The translation platform's code for a wiki code. Codes without a counterpart are rewritten: `be-tarask` to
 * `be@tarask`.
 */
export function toTranslation(wikiCode: string): string {
  const own = canonicalWikiCode(wikiCode)
  const paired = translationByWiki().get(own)
  if (paired !== undefined) return paired
  if (language(own)) return own
  return resolveLanguageCode(own)?.code ?? normaliseCode(own) ?? own
}

/** The wiki's code for a code of the translation platform. Codes that wikis do not have are written with hyphens. */
export function toWiki(translationCode: string): string {
  const paired = wikiByTranslation().get(translationCode)
  if (paired !== undefined) return paired
  const hyphened = translationCode.toLowerCase().replace(/[_@]/g, '-')
  if (isWikiCode(hyphened)) return canonicalFromPlatform(hyphened)
  const base = baseCode(translationCode)
  if (defaultCountries().has(translationCode.toLowerCase()) && isWikiCode(base)) return base
  return hyphened
}

/** The canonical code, except that the platform's `als` is Albanian, not the wikis' Alemannic. */
function canonicalFromPlatform(code: string): string {
  return code === 'als' ? 'sq' : canonicalWikiCode(code)
}
