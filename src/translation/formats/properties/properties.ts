// Java properties files. Old ones are ISO-8859-1 with \u escapes, newer ones UTF-8.

import { type Comment, type Pair, parseLines } from 'dot-properties'
import { decode, loneSurrogate, newlineOf } from '../encoding.ts'
import type { CreateOptions, FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { FormatError, failAt } from '../format-error.ts'
import { lineCounter } from '../lines.ts'
import { shown, textFile, unit } from '../text-file.ts'
import { editProperties, type Property } from './edit.ts'

export const properties: FileFormat = {
  id: 'properties',
  name: 'Java Properties',
  extensions: ['properties'],
  monolingual: true,
  states: [],
  flags: ['auto-java-messageformat'],
  parse: parseProperties,
  create: createProperties,
}

function parseProperties(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options, isUtf8(bytes) ? 'utf-8' : 'iso-8859-1')
  const { text } = decoded
  const found = propertiesOf(text)
  const style = {
    newline: newlineOf(text, options.template?.layout.newline),
    // A file without characters beyond ASCII may be read as either encoding, so escapes are the safe choice.
    ascii: decoded.encoding === 'iso-8859-1' || (/^[\x00-\x7f]*$/.test(text) && options.encoding !== 'utf-8'),
  }
  return textFile({
    format: 'properties',
    decoded,
    units: found.map(({ key, value, note, line }, i) =>
      unit({ id: key, context: key, target: [value], note, position: i + 1, line }),
    ),
    edit: changes => editProperties(changes, text, found, style),
  })
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function propertiesOf(text: string): Property[] {
  const found = new Map<string, Property>()
  const lineOf = lineCounter(text)
  let comments: Comment[] = []
  for (const node of parseLines(text, true)) {
    if (node.type === 'COMMENT') comments.push(node as Comment)
    else if (node.type === 'EMPTY_LINE') comments = []
    else {
      const property = propertyOf(text, node as Pair, comments, lineOf)
      const { key, line } = property
      const first = found.get(key)
      if (first !== undefined) {
        throw new FormatError(`duplicate key "${shown(key)}", first on line ${first.line}`, { line })
      }
      found.set(key, property)
      comments = []
    }
  }
  return [...found.values()]
}

function propertyOf(
  text: string,
  { key, value, range }: Pair,
  comments: readonly Comment[],
  lineOf: (offset: number) => number,
): Property {
  const [start, keyEnd, valueStart, valueEnd] = range!
  if (loneSurrogate(key + value) !== -1) failAt(text, start, 'an escape holds half of a surrogate pair')
  return {
    key,
    value,
    start,
    keyEnd: Math.min(keyEnd, text.length),
    valueStart: Math.min(valueStart, text.length),
    valueEnd: Math.min(valueEnd, text.length),
    commentStart: comments[0]?.range?.[0] ?? start,
    note: comments.map(({ comment }) => comment.replace(/^[#!]\s?/, '')).join('\n'),
    line: lineOf(start),
  }
}

function createProperties(_: CreateOptions): Uint8Array {
  return Buffer.of()
}
