// Fluent files: messages and terms with values and attributes. A unit has the text of all its patterns.

import { parseEntry } from '../../values/fluent/parser.ts'
import { type FluentEntry, FluentError } from '../../values/fluent/syntax.ts'
import { entryText, parseText, plainStyle, styleOf, writeText } from '../../values/fluent/unit-text.ts'
import { decode, newlineOf } from '../encoding.ts'
import type { FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { lineEnd, type Pair, pairFile } from '../pair-file.ts'
import { shown, singleForm } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'

export const fluent: FileFormat = {
  id: 'fluent',
  name: 'Fluent file',
  extensions: ['ftl'],
  monolingual: true,
  restricted: true,
  refuses: whyInvalid,
  states: [],
  flags: [
    'fluent-source-syntax',
    'fluent-target-syntax',
    'fluent-parts',
    'fluent-references',
    'fluent-source-inner-html',
    'fluent-target-inner-html',
    'ignore-xml-tags',
    'ignore-xml-invalid',
  ],
  parse: parseFluent,
  create: () => Buffer.of(),
}

interface FluentPair extends Pair {
  readonly entry: FluentEntry
}

// A file with one invalid message would lose it in every program, so invalid texts are not accepted.
function whyInvalid(text: string): string | undefined {
  if (text === '') return undefined
  try {
    parseText(text, false, true)
    return undefined
  } catch (error) {
    if (error instanceof FluentError) return `The text is not valid Fluent: ${error.message}.`
    throw error
  }
}

function checked(value: string, key: string): string {
  if (value === '') return value
  try {
    parseText(value, key.startsWith('-'), true)
    return value
  } catch (error) {
    if (error instanceof FluentError) throw new FormatError(`"${shown(key)}" is not valid Fluent: ${error.message}`)
    throw error
  }
}

function parseFluent(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const { text } = decoded
  const newline = newlineOf(text, options.template?.layout.newline)
  return pairFile<FluentPair>({
    format: 'fluent',
    decoded,
    options,
    pairs: entriesOf(text, unitCounter(options)),
    details: ({ entry }) => ({ flags: [`fluent-type:${entry.isTerm ? 'Term' : 'Message'}`] }),
    value: (target, { key, entry }) => writeText(checked(singleForm(target, key), key), styleOf(text, entry)),
    statement: (added, key) => {
      if (!/^-?[A-Za-z][\w-]*$/.test(key)) throw new FormatError(`"${shown(key)}" is no identifier of Fluent`)
      const notes = added.note ? added.note.split('\n').map(line => `# ${line}`.trimEnd() + newline) : []
      const value = checked(singleForm(added.target, key), key)
      return `${notes.join('')}${key} =${writeText(value, plainStyle(newline))}`
    },
  })
}

// What cannot be parsed is kept and ignored, as in every Fluent implementation.
function entriesOf(text: string, count: () => void): FluentPair[] {
  const pairs: FluentPair[] = []
  let comment: { start: number; lines: string[] } | undefined
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at)
    const note = /^#(?: (.*))?$/.exec(text.slice(at, end).trimEnd())
    if (note !== null) {
      comment ??= { start: at, lines: [] }
      comment.lines.push(note[1] ?? '')
    } else {
      const entry = /[A-Za-z-]/.test(text[at]!) ? entryAt(text, at) : undefined
      if (entry !== undefined) {
        count()
        pairs.push({
          key: entry.id,
          target: [entryText(text, entry)],
          note: comment?.lines.join('\n') ?? '',
          at,
          valueStart: entry.equalsEnd,
          valueEnd: entry.end,
          start: comment?.start ?? at,
          end: lineEnd(text, entry.end),
          entry,
        })
        comment = undefined
        at = lineEnd(text, entry.end)
        continue
      }
      comment = undefined
    }
    at = end
  }
  return pairs
}

function entryAt(text: string, at: number): FluentEntry | undefined {
  try {
    return parseEntry(text, at)
  } catch (error) {
    if (error instanceof FluentError) return undefined
    throw error
  }
}
