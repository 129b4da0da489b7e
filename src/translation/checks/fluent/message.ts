// The Fluent message that a text stands for.

import type { FluentEntry, FluentPattern } from '../../values/fluent/syntax.ts'
import { FluentError } from '../../values/fluent/syntax.ts'
import { parseText } from '../../values/fluent/unit-text.ts'
import type { CheckedUnit } from '../checked-unit.ts'

export const isTerm = (unit: CheckedUnit): boolean => unit.flags.values('fluent-type')?.[0]?.text === 'Term'

/** Undefined if the text is not valid. */
export function messageOf(text: string, unit: CheckedUnit): FluentEntry | undefined {
  try {
    return parseText(text, isTerm(unit))
  } catch (error) {
    if (error instanceof FluentError) return undefined
    throw error
  }
}

/** The value and the attributes by name; the value has no name. */
export function partsOf({ value, attributes }: FluentEntry): Map<string, FluentPattern> {
  const parts = new Map(attributes.map(attribute => [attribute.name, attribute.value]))
  if (value !== undefined) parts.set('', value)
  return parts
}
