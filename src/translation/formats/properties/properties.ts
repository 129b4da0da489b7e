// Java properties files. Old ones are ISO-8859-1 with \u escapes, newer ones UTF-8.

import { lastFirst } from '../distinct-ids.ts'
import { decodeUtf8Or, loneSurrogate, newlineOf } from '../encoding.ts'
import type { CreateOptions, FileFormat, FileUnit, ParsedFile, ParseOptions } from '../format.ts'
import { failAt } from '../format-error.ts'
import { lineCounter } from '../lines.ts'
import { textFile, unit } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'
import { type EscapedCharacters, editProperties, type Property } from './edit.ts'
import { type PropertiesLine, scanProperties } from './scanner.ts'

export const properties: FileFormat = {
  id: 'properties',
  name: 'Java Properties',
  extensions: ['properties'],
  monolingual: true,
  keysAreSources: true,
  states: [],
  flags: ['auto-java-messageformat'],
  parse: (bytes, options = {}) => parseProperties(bytes, options, { format: 'properties' }),
  create: createProperties,
}

// The same syntax, always in UTF-8.
export const mi18nLang: FileFormat = {
  id: 'mi18n-lang',
  name: '@draggable/i18n lang file',
  extensions: ['lang'],
  monolingual: true,
  states: [],
  flags: ['es-format'],
  parse: (bytes, options = {}) => parseProperties(bytes, { ...options, encoding: 'utf-8' }, { format: 'mi18n-lang' }),
  create: createProperties,
}

/** What formats with the same syntax do differently. */
export interface PropertiesDialect {
  readonly format: string
  readonly read?: (value: string) => string
  readonly write?: (value: string) => string
  readonly missing?: string
}

export function parseProperties(bytes: Uint8Array, options: ParseOptions, dialect: PropertiesDialect): ParsedFile {
  const decoded = decodeUtf8Or('iso-8859-1', bytes, options)
  const { text } = decoded
  const properties = propertiesOf(text, unitCounter(options), dialect)
  const style = {
    newline: newlineOf(text, options.template?.layout.newline),
    escaped: escapedCharacters(decoded.encoding, text, options),
    write: dialect.write,
    missing: dialect.missing,
  }
  return textFile({
    format: dialect.format,
    // The parameter converts the file afterwards.
    ...(options.params?.properties_encoding !== undefined && { declareUtf8: (each: string) => each }),
    decoded,
    units: unitsOf(properties),
    edit: changes => editProperties(changes, text, properties, style),
  })
}

export const unitsOf = (properties: readonly Property[]): FileUnit[] =>
  properties.map(({ id, key, value, note, line }, i) =>
    unit({ id, context: key, target: [value], note, duplicate: id !== key, position: i + 1, line }),
  )

function escapedCharacters(encoding: string, text: string, options: ParseOptions): EscapedCharacters {
  if (options.params?.properties_encoding !== undefined) return 'none'
  // A file without characters beyond ASCII may be read as either encoding, so escapes are the safe choice.
  if (/^[\x00-\x7f]*$/.test(text)) return options.encoding === 'utf-8' ? 'none' : 'beyond ascii'
  return encoding === 'iso-8859-1' ? 'beyond latin' : 'none'
}

export function propertiesOf(
  text: string,
  count: () => void,
  { read = value => value, missing }: Pick<PropertiesDialect, 'read' | 'missing'>,
): Property[] {
  const properties: Omit<Property, 'id'>[] = []
  const lineOf = lineCounter(text)
  let comments: PropertiesLine[] = []
  for (const each of scanProperties(text)) {
    if (each.type === 'comment' && missing !== undefined && text.startsWith(missing, each.start)) comments = []
    else if (each.type === 'comment') comments.push(each)
    else if (each.type === 'blank') comments = []
    else {
      const { text: key, start, keyEnd, valueStart, end } = each
      const value = read(each.value)
      const line = lineOf(start)
      count()
      if (loneSurrogate(key + each.value) !== -1) failAt(text, start, 'an escape contains an unpaired surrogate')
      const note = comments.map(comment => comment.text).join('\n')
      const commentStart = comments[0]?.start ?? start
      properties.push({ key, value, start, keyEnd, valueStart, valueEnd: end, commentStart, note, line })
      comments = []
    }
  }
  return [...lastFirst(properties, ({ key }) => key)].map(([id, property]) => ({ id, ...property }))
}

function createProperties(_: CreateOptions): Uint8Array {
  return Buffer.of()
}
