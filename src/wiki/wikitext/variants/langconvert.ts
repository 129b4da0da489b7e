import { bcp47 } from '#languages/bcp47.ts'
import { type Variants, variantWithoutTables } from '#wiki/site/variants/variants.ts'
import { trim } from '../text.ts'

const isStandardCode = (code: string): boolean => bcp47(code).toLowerCase() === code.toLowerCase()

type Attributes = ReadonlyMap<string, string>

/** Both scripts must be of one language. */
function codesIn(attributes: Attributes): { language: string; to: string } | null {
  const [from, to] = [trim(attributes.get('from') ?? ''), trim(attributes.get('to') ?? '')]
  const language = from.split('-', 1)[0]!
  if (language === '' || language !== to.split('-', 1)[0] || ![from, to].every(isStandardCode)) return null
  return { language, to }
}

/** What <langconvert> converts to. The text tells what it is written in. */
export function langconvertTarget(
  variants: Variants,
  attributes: Attributes,
): { language: string; variant: string } | null {
  const codes = codesIn(attributes)
  const variant = codes && variants.named(codes.language, codes.to)
  return variant === null ? null : { language: codes!.language, variant }
}

/** The message for a tag without a target. */
export function langconvertFault(variants: Variants, attributes: Attributes): string {
  const codes = codesIn(attributes)
  const wouldWork = codes !== null && variantWithoutTables(variants, codes.language, codes.to) !== null
  return wouldWork ? 'langconvert-without-tables' : 'invalid-langconvert-attrs'
}
