// How languages differ in what -{ }- rules do and show, as in MediaWiki.
import { nameOf } from '#languages/wiki-languages.ts'

/** Names that rules show, where they differ from those of the languages. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  zh: {
    zh: '原文',
    'zh-hans': '简体',
    'zh-hant': '繁體',
    'zh-cn': '大陆',
    'zh-tw': '臺灣',
    'zh-hk': '香港',
    'zh-mo': '澳門',
    'zh-sg': '新加坡',
    'zh-my': '大马',
  },
  gan: { gan: '原文', 'gan-hans': '简体', 'gan-hant': '繁體' },
}

/** The name of a variant, or of any other language. */
export const nameOfVariant = (language: string, code: string): string | undefined =>
  (Object.hasOwn(NAMES, language) ? NAMES[language]![code] : undefined) ?? nameOf(code)

/** The signs in descriptions of rules. */
export function signsOf(language: string): { readonly colon: string; readonly end: string } {
  if (language === 'zh') return { colon: '：', end: '；' }
  if (language === 'gan') return { colon: ': ', end: '; ' }
  return { colon: ':', end: ';' }
}

/** The language itself is not converted to. The scripts of Chinese are, but only as one variant says. */
const LIMITS: Readonly<Record<string, 'none' | 'one way'>> = {
  zh: 'none',
  'zh-hans': 'one way',
  'zh-hant': 'one way',
  gan: 'none',
}

/** Whether rules of this kind add pairs to a variant. */
export const isTarget = (variant: string, kind: 'both ways' | 'one way'): boolean => {
  const limit = LIMITS[variant]
  return limit === undefined || limit === kind
}

/** Whether a rule without a text for this variant shows its first text. */
export const lastResort = (variant: string): boolean => LIMITS[variant] === 'none'
