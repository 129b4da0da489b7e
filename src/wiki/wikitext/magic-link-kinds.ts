import type { Site } from '#wiki/site/site.ts'
import type { ParserOutput } from './state/output.ts'

const kinds = ['ISBN', 'PMID', 'RFC'] as const

/** The words before numbers that become links automatically on this wiki. */
export function magicLinkKinds({ info }: Site): readonly string[] {
  const { magiclinks } = info.general as { magiclinks?: Record<string, unknown> }
  return kinds.filter(kind => magiclinks?.[kind] === true || magiclinks?.[kind] === '')
}

const blank = '(?:[\\t\\p{Zs}]|&nbsp;|&#0*160;|&#[Xx]0*[Aa]0;)'

/** What may stand between the groups of a number. Each becomes a plain space. */
export const spaces: RegExp = new RegExp(blank, 'gu')

const between = `(?:${blank}|-)?`
const letter = '[\\p{L}\\p{N}_]'

export const magicLink: RegExp = new RegExp(
  `(?<!${letter})(?:(RFC|PMID)${blank}+(\\d+)|` +
    `ISBN${blank}+((?:97[89]${between})?(?:\\d${between}){9}[\\dXx]))(?!${letter})`,
  'gu',
)

export const trackMagicLink = (output: ParserOutput, kind: string): void =>
  output.addTrackingCategory(`magiclink-tracking-${kind.toLowerCase()}`)
