// Changes to a properties file.

import type { NewUnit } from '../format.ts'
import { FormatError } from '../format-error.ts'
import type { Splice } from '../splice.ts'
import { type CheckedChanges, shown, singleForm } from '../text-file.ts'
import { scanProperties } from './scanner.ts'

export interface Property {
  readonly id: string
  readonly key: string
  readonly value: string
  readonly start: number
  readonly keyEnd: number
  readonly valueStart: number
  readonly valueEnd: number
  // Where the comments above it begin, or the property itself.
  readonly commentStart: number
  readonly note: string
  readonly line: number
}

export interface PropertiesStyle {
  readonly newline: string
  readonly escaped: EscapedCharacters
  // Changes a value before it is escaped.
  readonly write?: ((value: string) => string) | undefined
  // What commented-out properties start with that stand for missing translations.
  readonly missing?: string | undefined
}

// Which characters are written as \u escapes: those that the encoding of the file lacks, or might lack.
export type EscapedCharacters = 'none' | 'beyond latin' | 'beyond ascii'

export function editProperties(
  changes: CheckedChanges,
  text: string,
  properties: readonly Property[],
  style: PropertiesStyle,
): Splice[] {
  const splices: Splice[] = []
  for (const property of properties) {
    const target = changes.update.get(property.id)?.target
    if (target !== undefined) splices.push(...setValue(text, property, singleForm(target, property.key), style))
    if (changes.remove.has(property.id)) splices.push(removal(text, property))
  }
  const names = new Set(properties.map(({ id }) => id).filter(id => !changes.remove.has(id)))
  const byKey = new Map(properties.map(property => [property.id, property]))
  const separator = separatorOf(text, properties)
  const placeholders = missingProperties(text, style.missing)
  for (const added of changes.add) {
    const key = added.id ?? added.context
    if (names.has(key)) throw new FormatError(`the file already has "${shown(key)}"`)
    names.add(key)
    const placeholder = placeholders.get(key)
    if (placeholder !== undefined) {
      const written = pairText({ ...added, note: '' }, key, separator, style)
      splices.push({ ...placeholder, text: written.slice(0, -style.newline.length) })
      continue
    }
    const anchor =
      typeof added.after === 'string' && !changes.remove.has(added.after) ? byKey.get(added.after) : undefined
    const place =
      added.after === null ? (properties[0]?.commentStart ?? 0) : lineEnd(text, anchor?.valueEnd ?? text.length)
    const unended = place > 0 && !/[\r\n]/.test(text[place - 1]!)
    const gap = unended ? style.newline.repeat(hasOpenBackslash(text, place) ? 2 : 1) : ''
    splices.push({ start: place, end: place, text: gap + pairText(added, key, separator, style) })
  }
  return splices
}

function missingProperties(text: string, mark: string | undefined): Map<string, { start: number; end: number }> {
  const placeholders = new Map<string, { start: number; end: number }>()
  if (mark === undefined) return placeholders
  for (const { 0: line, index } of text.matchAll(/^#[^\r\n]*$/gm)) {
    if (!line.startsWith(mark)) continue
    const [pair] = scanProperties(line.slice(mark.length))
    if (pair?.type === 'pair') placeholders.set(pair.text, { start: index, end: index + line.length })
  }
  return placeholders
}

// A backslash at the very end of the file would join what follows to its line.
function hasOpenBackslash(text: string, end: number): boolean {
  let start = end
  while (text[start - 1] === '\\') start--
  return (end - start) % 2 === 1
}

function setValue(text: string, property: Property, value: string, style: PropertiesStyle): Splice[] {
  if (value === property.value) return []
  const written = style.write?.(value) ?? value
  const missing = property.keyEnd === property.valueStart && property.valueStart === property.valueEnd
  const between = text.slice(property.keyEnd, property.valueStart)
  // A key alone on its line has no separator yet; white space alone would not survive a value that starts with "=".
  const first = hasOpenBackslash(text, property.keyEnd) ? `${style.newline}=` : '='
  const separator = missing ? first : /[=:]/.test(between) || !/^[=:]/.test(value) ? '' : '='
  return [{ start: property.valueStart, end: property.valueEnd, text: separator + escapeValue(written, style.escaped) }]
}

function removal(text: string, { commentStart, valueEnd }: Property): Splice {
  const start = text.lastIndexOf('\n', commentStart - 1) + 1
  return {
    start: /^[ \t\f]*$/.test(text.slice(start, commentStart)) ? start : commentStart,
    end: lineEnd(text, valueEnd),
    text: '',
  }
}

// Behind the line break that follows.
function lineEnd(text: string, at: number): number {
  const newline = /\r\n|[\r\n]/g
  newline.lastIndex = at
  return newline.test(text) ? newline.lastIndex : text.length
}

// New properties are separated the way most of the others are.
function separatorOf(text: string, properties: readonly Property[]): string {
  const counts = new Map<string, number>()
  for (const { keyEnd, valueStart } of properties) {
    const separator = text.slice(keyEnd, valueStart)
    if (separator.length < 20 && /^[ \t]*[=:]?[ \t]*$/.test(separator) && separator !== '')
      counts.set(separator, (counts.get(separator) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '='
}

function pairText(added: NewUnit, key: string, separator: string, style: PropertiesStyle): string {
  const notes = added.note
    ? added.note
        .split(/\r\n|[\r\n]/)
        .map(line => `# ${line}${style.newline}`)
        .join('')
    : ''
  const form = singleForm(added.target, key)
  const value = style.write?.(form) ?? form
  const safe = /^[=:]/.test(value) && !/[=:]/.test(separator) ? '=' : separator
  return `${notes}${escapeKey(key, style.escaped)}${safe}${escapeValue(value, style.escaped)}${style.newline}`
}

function escapeKey(key: string, escaped: EscapedCharacters): string {
  return escapeValue(key, escaped).replace(/(?<!\\) |[=:]|^[#!]/g, '\\$&')
}

const simple: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
  ' ': '\\ ',
}

const special: Readonly<Record<EscapedCharacters, RegExp>> = {
  none: /[\\\x00-\x1f\x7f]|^ /g,
  'beyond latin': /[\\\x00-\x1f\x7f-\x9f\u0100-\uffff]|^ /g,
  'beyond ascii': /[\\\x00-\x1f\x7f-\uffff]|^ /g,
}

function escapeValue(value: string, escaped: EscapedCharacters): string {
  return value.replace(
    special[escaped],
    character => simple[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
  )
}
