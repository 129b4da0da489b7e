// The text of a unit: the value of a message and its attributes, without the indentation of the file.

import { parseEntry } from './parser.ts'
import { type FluentEntry, FluentError } from './syntax.ts'

// The value as a line without indentation, then the attributes as lines such as ".title = …".
export function entryText(text: string, { equalsEnd, end }: Pick<FluentEntry, 'equalsEnd' | 'end'>): string {
  const raw = text.slice(equalsEnd, end).replaceAll('\r\n', '\n')
  const [first, ...rest] = raw.split('\n')
  const indent = rest.reduce(
    (least, line) => (line.trim() === '' ? least : Math.min(least, line.search(/[^ ]/))),
    Number.POSITIVE_INFINITY,
  )
  const lines = rest.map(line => line.slice(Math.min(indent, line.length)))
  const head = first!.trim()
  const value = head === '' ? lines.join('\n').replace(/^\n+/, '') : [head, ...lines].join('\n')
  return /^\{ *"" *\}$/.test(value) ? '' : value
}

export interface EntryStyle {
  readonly newline: string
  readonly indent: string
  // The value starts on the line below the identifier.
  readonly isBlock: boolean
}

export const plainStyle = (newline: string): EntryStyle => ({ newline, indent: '    ', isBlock: false })

export function styleOf(text: string, { equalsEnd, end }: Pick<FluentEntry, 'equalsEnd' | 'end'>): EntryStyle {
  const raw = text.slice(equalsEnd, end)
  const indent = /\n( +)\S/.exec(raw)?.[1] ?? '    '
  return { newline: text.includes('\r\n') ? '\r\n' : '\n', indent, isBlock: /^ *\r?\n/.test(raw) }
}

// The text after the equals sign.
export function writeText(value: string, { newline, indent, isBlock }: EntryStyle): string {
  if (value === '') return ' { "" }'
  const lines = value.split('\n')
  const startsBelow = value.startsWith('.') || (isBlock && lines.length > 1)
  const written = lines.map((line, i) => (line === '' ? '' : (i > 0 || startsBelow ? indent : ' ') + line))
  return (startsBelow ? newline : '') + written.join(newline)
}

/**
 * Parses the text of a unit as a message. Throws a FluentError. If it must be exact, white space that Fluent would drop
 * is an error too.
 */
export function parseText(value: string, isTerm = false, isExact = false): FluentEntry {
  const source = `${isTerm ? '-' : ''}key =${writeText(value, plainStyle('\n'))}\n`
  const entry = parseEntry(source, 0)
  if (isExact && entryText(source, entry) !== value) {
    const why = 'white space at the start or end of a text or line must be written as { " " }'
    throw new FluentError(
      /^\s|\s$|[ \t]\n|\t|\r/.test(value) ? why : 'part of the text is outside the message',
      entry.end,
    )
  }
  if (entry.end < source.trimEnd().length) throw new FluentError('part of the text is outside the message', entry.end)
  return entry
}
