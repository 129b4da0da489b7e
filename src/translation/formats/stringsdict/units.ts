// Reads units from the dictionaries of a stringsdict file.

import type { FileUnit, ParseOptions } from '../format.ts'
import { failAt } from '../format-error.ts'
import { lineCounter } from '../lines.ts'
import { categoriesFor, type PluralCategory } from '../plural.ts'
import { shown, unit } from '../text-file.ts'
import { elements, localName, type XmlElement } from '../xml/scanner.ts'
import { textOf } from '../xml/text.ts'

export const FORMAT_KEY = 'NSStringLocalizedFormatKey'
export const TYPE_KEY = 'NSStringFormatSpecTypeKey'
export const VALUE_TYPE_KEY = 'NSStringFormatValueTypeKey'
export const PLURAL_TYPE = 'NSStringPluralRuleType'

export interface DictMember {
  readonly key: XmlElement
  readonly value: XmlElement
}

export interface DictEntry {
  readonly unit: FileUnit
  // The key of the string, with its dictionary.
  readonly string: DictMember
  // The variable with its dictionary; undefined for the format.
  readonly variable: DictMember | undefined
  readonly forms: readonly { readonly category: PluralCategory | undefined; readonly element: XmlElement | undefined }[]
}

export function entriesOf(text: string, dict: XmlElement, options: ParseOptions, count: () => void): DictEntry[] {
  const entries: DictEntry[] = []
  const lineOf = lineCounter(text)
  const categories = categoriesFor(options.plural, options.language)
  const ids = new Set<string>()
  const add = (id: string, fields: Omit<DictEntry, 'unit'>, start: number): void => {
    if (ids.has(id)) failAt(text, start, `"${shown(id)}" is there twice`)
    ids.add(id)
    count()
    const target = fields.forms.map(({ element }) => (element === undefined ? '' : textOf(text, element)))
    const position = entries.length + 1
    entries.push({ unit: unit({ id, context: id, target, position, line: lineOf(start) }), ...fields })
  }
  for (const [name, string] of membersOf(text, dict)) {
    if (localName(string.value) !== 'dict') continue
    for (const [key, member] of membersOf(text, string.value)) {
      if (key === FORMAT_KEY && localName(member.value) === 'string')
        add(
          name,
          { string, variable: undefined, forms: [{ category: undefined, element: member.value }] },
          string.key.start,
        )
      if (localName(member.value) !== 'dict') continue
      const rules = membersOf(text, member.value)
      const type = rules.get(TYPE_KEY)
      if (type !== undefined && textOf(text, type.value) !== PLURAL_TYPE) continue
      const forms = categories.map(category => {
        const form = rules.get(category)?.value
        return { category, element: form !== undefined && localName(form) === 'string' ? form : undefined }
      })
      add(`${name}:${key}`, { string, variable: member, forms }, member.key.start)
    }
  }
  return entries
}

// Keys and values alternate.
export function membersOf(text: string, dict: XmlElement): Map<string, DictMember> {
  const members = new Map<string, DictMember>()
  let key: XmlElement | undefined
  for (const element of elements(dict)) {
    if (localName(element) === 'key') key = element
    else if (key !== undefined) {
      members.set(textOf(text, key), { key, value: element })
      key = undefined
    }
  }
  return members
}
