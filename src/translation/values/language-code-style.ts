import { bcp47 } from '#languages/bcp47.ts'

/** How language codes are spelled in the names of new files. */
export const LANGUAGE_CODE_STYLES = {
  '': 'Default: the code of the language',
  posix: 'POSIX style with an underscore: pt_BR',
  posix_lowercase: 'POSIX style with an underscore, lower case: pt_br',
  bcp: 'BCP style with a hyphen: pt-BR',
  bcp_lower: 'BCP style with a hyphen, lower case: pt-br',
  android: 'Android style: pt-rBR, b+zh+Hant',
  linux: 'Linux style: pt_BR, sr@latin',
} as const

export type LanguageCodeStyle = keyof typeof LANGUAGE_CODE_STYLES

/** Scripts by the names that Linux locales use. */
const LINUX_SCRIPTS: Readonly<Record<string, string>> = { Latn: 'latin', Cyrl: 'cyrillic', Arab: 'arabic' }

/** The code of a language as a file name spells it. */
export function codeInStyle(code: string, style: string): string {
  const posix = code.replaceAll('-', '_')
  const hyphens = code.replaceAll('_', '-')
  switch (style) {
    case 'posix':
      return posix
    case 'posix_lowercase':
      return posix.toLowerCase()
    case 'bcp':
      return bcp47(hyphens)
    case 'bcp_lower':
      return bcp47(hyphens).toLowerCase()
    case 'android':
      return androidCode(bcp47(hyphens))
    case 'linux':
      return posix.replace(/_([A-Z][a-z]{3})(?=_|$)/, (whole, script: string) =>
        Object.hasOwn(LINUX_SCRIPTS, script) ? `@${LINUX_SCRIPTS[script]!}` : whole,
      )
    default:
      return code
  }
}

/** A language and a region have a short form; everything else is written with plus signs. */
function androidCode(tag: string): string {
  const [language = '', ...rest] = tag.split('-')
  if (rest.length === 0) return language
  return rest.length === 1 && /^[A-Z]{2}$/.test(rest[0]!)
    ? `${language}-r${rest[0]!}`
    : `b+${[language, ...rest].join('+')}`
}
