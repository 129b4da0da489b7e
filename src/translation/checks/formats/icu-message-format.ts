import { pluralCheck, sourceCheck } from '../check.ts'
import { someFormFails } from './format-check.ts'
import { icuFlags, icuSyntax, readIcuMessage } from './icu-flags.ts'
import type { IcuMessage, IcuVariable } from './icu-message.ts'

const NUMERIC = ['number', 'plural', 'selectordinal']
const isNumeric = ({ types }: IcuVariable) => types.size > 0 && [...types].every(type => NUMERIC.includes(type))
const isTag = ({ asTag }: IcuVariable) => asTag.has(true)

/**
 * Numbers may be formatted in any numeric way, and a variable without a type may be a number. Other types have to be among
 * those of the source.
 */
function typesDisagree(source: IcuVariable, target: IcuVariable): boolean {
  if (isNumeric(source)) return !isNumeric(target)
  if (source.types.size === 0 && isNumeric(target)) return false
  return [...target.types].some(type => !source.types.has(type))
}

function selectorsDisagree(source: IcuVariable, target: IcuVariable): boolean {
  if (!source.types.has('select') || !target.types.has('select')) return false
  return [...target.selectors].some(selector => !source.selectors.has(selector))
}

function tagsDisagree(source: IcuVariable, target: IcuVariable): boolean {
  if (isTag(source) !== isTag(target)) return true
  const [empty] = source.emptyTag
  return source.emptyTag.size === 1 && (target.emptyTag.size !== 1 || !target.emptyTag.has(empty!))
}

function disagree(source: IcuMessage, target: IcuMessage, flags: ReadonlySet<string>): boolean {
  for (const [name, inTarget] of target) {
    const { selectors } = inTarget
    if (!flags.has('-require_other') && selectors.size > 0 && !selectors.has('other')) return true
    const inSource = source.get(name)
    if (inSource === undefined) {
      if (flags.has('-extra')) continue
      return true
    }
    if (!flags.has('-plural_selectors') && inTarget.badSelectors.size > 0) return true
    if (!flags.has('-submessage_selectors') && selectorsDisagree(inSource, inTarget)) return true
    if (!flags.has('-types') && typesDisagree(inSource, inTarget)) return true
    if (!flags.has('-tags') && tagsDisagree(inSource, inTarget)) return true
  }
  return !flags.has('-missing') && [...source.keys()].some(name => !target.has(name))
}

export const icuMessageFormat = pluralCheck({
  id: 'icu_message_format',
  name: 'ICU MessageFormat',
  description: 'The translation is not a valid ICU message, or its placeholders do not match the source.',
  flag: 'icu-message-format',
  placeables: icuSyntax,
  fails: unit =>
    someFormFails(
      unit,
      () => true,
      (source, target) => {
        const inTarget = readIcuMessage(target, unit)
        if (inTarget === undefined) return true
        const inSource = readIcuMessage(source, unit)
        // An invalid source is reported by icu_message_format_syntax.
        return inSource !== undefined && disagree(inSource, inTarget, icuFlags(unit))
      },
    ),
})

export const icuMessageFormatSyntax = sourceCheck({
  id: 'icu_message_format_syntax',
  name: 'ICU MessageFormat syntax',
  description: 'The string is not a valid ICU message.',
  flag: 'icu-message-format',
  fails: ([first = ''], unit) => readIcuMessage(first, unit) === undefined,
})
