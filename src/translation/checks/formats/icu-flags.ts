// The flags icu-flags and icu-tag-prefix tune how ICU messages are read and compared.

import type { CheckedUnit } from '../checked-unit.ts'
import {
  type IcuMessage,
  type IcuOptions,
  IcuSyntaxError,
  type ParsedIcuMessage,
  parseIcuMessage,
} from './icu-message.ts'

export function icuFlags(unit: CheckedUnit): ReadonlySet<string> {
  return new Set(unit.flags.values('icu-flags')?.map(({ text }) => text))
}

function icuOptions(unit: CheckedUnit): IcuOptions {
  const flags = icuFlags(unit)
  const strictTags = flags.has('strict-xml')
  const tagPrefix = unit.flags.values('icu-tag-prefix')?.[0]?.text ?? ''
  return { tags: strictTags || flags.has('xml'), strictTags, tagPrefix }
}

/** The variables of a message; undefined if it is invalid. */
export const readIcuMessage = (text: string, unit: CheckedUnit): IcuMessage | undefined => parsed(text, unit)?.variables

/** Everything in a message that is not text; nothing if it is invalid. */
export const icuSyntax = (text: string, unit: CheckedUnit): ParsedIcuMessage['syntax'] =>
  parsed(text, unit)?.syntax ?? []

function parsed(text: string, unit: CheckedUnit): ParsedIcuMessage | undefined {
  try {
    return parseIcuMessage(text, icuOptions(unit))
  } catch (error) {
    if (error instanceof IcuSyntaxError) return undefined
    throw error
  }
}
