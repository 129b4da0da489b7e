// Properties of writing systems that checks depend on.

import type { CheckedUnit } from './checked-unit.ts'

/** `pt_BR` → `pt`, `sr@latin` → `sr`, `zh-Hans` → `zh`. */
export const baseLanguage = (code: string): string => code.split(/[-_@]/, 1)[0]!.toLowerCase()

/** Whether the string is translated into one of these languages, regardless of country or script. */
export function translatesInto(unit: CheckedUnit, ...bases: string[]): boolean {
  return bases.includes(baseLanguage(unit.context.language))
}

export const isCjk = (unit: CheckedUnit): boolean => translatesInto(unit, 'ja', 'zh', 'ko')

const WITHOUT_SPACES = new Set(['bo', 'dz', 'ja', 'km', 'lo', 'lzh', 'my', 'nan', 'th', 'wuu', 'yue', 'zh'])

/** Whether the language separates words with spaces. */
export const separatesWords = (code: string): boolean => !WITHOUT_SPACES.has(baseLanguage(code))

const WITHOUT_CASE = new Set(
  (
    'am ar arq ary arz as azb bal bgn bho bn bo brx ckb dv dz fa gu he hi ja ka km kn ko ks ku kok lo lzh mai ml mni mr ' +
    'my nan ne nqo or pa pnb ps sa sat sd shn si skr syr ta te th ti ug ur wuu yi yue zh'
  ).split(' '),
)

/** Whether the script has letter case. */
export const hasLetterCase = (code: string): boolean => !WITHOUT_CASE.has(baseLanguage(code))
