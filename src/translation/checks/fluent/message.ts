// The Fluent message that a text stands for.

import type { FluentEntry, FluentPattern } from '../../values/fluent/syntax.ts'
import { FluentError } from '../../values/fluent/syntax.ts'
import { parseText } from '../../values/fluent/unit-text.ts'
import type { CheckedUnit } from '../checked-unit.ts'

/** Without the flag that Fluent files set, the hyphen before a key tells. */
export const isTerm = (unit: CheckedUnit): boolean =>
  (unit.flags.values('fluent-type')?.[0]?.text ?? (unit.key.startsWith('-') ? 'Term' : '')) === 'Term'

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

/** Whether an attribute occurs twice, of which programs use only one. */
export function repeatsAttribute({ attributes }: FluentEntry): boolean {
  return new Set(attributes.map(({ name }) => name)).size < attributes.length
}

/** Where the attributes of a text start: at the first of them, or at the end. */
export const attributesStart = (text: string): number => /^[ ]*\.[A-Za-z]/m.exec(text)?.index ?? text.length
