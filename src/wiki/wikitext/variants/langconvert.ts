import { bcp47 } from '#languages/bcp47.ts'
import { variantNamed } from '#wiki/site/variants/convert.ts'
import { trim } from '../text.ts'

const isStandardCode = (code: string): boolean => bcp47(code).toLowerCase() === code.toLowerCase()

/** What <langconvert> converts to. Both scripts must be of one language; the text tells what it is written in. */
export function langconvertTarget(
  attributes: ReadonlyMap<string, string>,
): { language: string; variant: string } | null {
  const [from, to] = [trim(attributes.get('from') ?? ''), trim(attributes.get('to') ?? '')]
  const language = from.split('-', 1)[0]!
  if (language === '' || language !== to.split('-', 1)[0] || ![from, to].every(isStandardCode)) return null
  const variant = variantNamed(language, to)
  return variant === null ? null : { language, variant }
}
