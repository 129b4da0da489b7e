// Apple strings files: "key" = "value"; with a comment before each pair.

import { lastFirst } from '../distinct-ids.ts'
import { decode, newlineOf } from '../encoding.ts'
import type { CreateOptions, FileFormat, NewUnit, ParsedFile, ParseOptions } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { lineCounter } from '../lines.ts'
import type { Splice } from '../splice.ts'
import { type CheckedChanges, shown, singleForm, textFile, unit } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'
import { quote, type StringsEntry, scanStrings } from './scanner.ts'

export const strings: FileFormat = {
  id: 'strings',
  name: 'iOS strings',
  extensions: ['strings'],
  monolingual: true,
  keysAreSources: true,
  states: [],
  flags: [],
  parse: parseStrings,
  create: createStrings,
}

function parseStrings(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options, unmarkedEncoding(bytes))
  const { text } = decoded
  const lineOf = lineCounter(text)
  const entries = lastFirst(scanStrings(text, unitCounter(options)), ({ key }) => key)
  const units = [...entries].map(([id, { key, value, comment, start }], i) =>
    unit({
      id,
      context: key,
      target: [value],
      note: comment?.text ?? '',
      duplicate: id !== key,
      position: i + 1,
      line: lineOf(start),
    }),
  )
  const newline = newlineOf(text, options.template?.layout.newline)
  return textFile({ format: 'strings', decoded, units, edit: changes => edit(changes, text, entries, newline) })
}

// Zero bytes indicate UTF-16 without a byte order mark.
function unmarkedEncoding(bytes: Uint8Array): string {
  if (bytes[1] === 0 && bytes[0] !== 0 && bytes[0] !== undefined) return 'utf-16le'
  if (bytes[0] === 0 && bytes[1] !== 0 && bytes[1] !== undefined) return 'utf-16be'
  return 'utf-8'
}

function edit(
  changes: CheckedChanges,
  text: string,
  entries: ReadonlyMap<string, StringsEntry>,
  newline: string,
): Splice[] {
  const splices: Splice[] = []
  for (const [key, entry] of entries) {
    const target = changes.update.get(key)?.target
    if (target !== undefined) splices.push(...setValue(entry, singleForm(target, key)))
    if (changes.remove.has(key)) splices.push(removal(entry, text))
  }
  const kept = [...entries.values()].filter(({ key }) => !changes.remove.has(key))
  const names = new Set(kept.map(({ key }) => key))
  for (const added of changes.add) {
    const key = added.id ?? added.context
    if (names.has(key)) throw new FormatError(`the file already has "${shown(key)}"`)
    names.add(key)
    splices.push(insertion(added, key, text, entries, changes, newline))
  }
  return splices
}

function setValue({ value, valueStart, valueEnd }: StringsEntry, target: string): Splice[] {
  if (target === value) return []
  if (valueStart === undefined) return [{ start: valueEnd, end: valueEnd, text: ` = ${quote(target)}` }]
  return [{ start: valueStart, end: valueEnd, text: quote(target) }]
}

// Also removes the comment above, the rest of the line and one empty line after it.
function removal({ start, end, comment }: StringsEntry, text: string): Splice {
  const rest = /[ \t]*(?:\r?\n(?:[ \t]*\r?\n)?)?/y
  rest.lastIndex = end
  rest.test(text)
  return { start: comment?.start ?? start, end: rest.lastIndex, text: '' }
}

function insertion(
  added: NewUnit,
  key: string,
  text: string,
  entries: ReadonlyMap<string, StringsEntry>,
  changes: CheckedChanges,
  newline: string,
): Splice {
  const comment = added.note ? `/* ${added.note.replaceAll('*/', '* /')} */${newline}` : ''
  const pair = `${comment}${quote(key)} = ${quote(singleForm(added.target, key))};`
  const anchor =
    typeof added.after === 'string' && !changes.remove.has(added.after) ? entries.get(added.after) : undefined
  const [first] = entries.values()
  if (added.after === null && first !== undefined) {
    const start = first.comment?.start ?? first.start
    return { start, end: start, text: pair + newline }
  }
  const gap = comment === '' ? newline : newline + newline
  if (anchor !== undefined) return { start: anchor.end, end: anchor.end, text: gap + pair }
  if (text === '' || text.endsWith('\n'))
    return {
      start: text.length,
      end: text.length,
      text: (entries.size > 0 && comment !== '' ? newline : '') + pair + newline,
    }
  return { start: text.length, end: text.length, text: gap + pair + newline }
}

// Apple's tools accept UTF-8 and UTF-16; a new file is encoded like the template.
function createStrings({ template, maxBytes }: CreateOptions): Uint8Array {
  if (template === undefined) return Buffer.of()
  const decoded = decode(template, { maxBytes }, unmarkedEncoding(template))
  if (decoded.encoding === 'utf-8' || !decoded.byteOrderMark) return Buffer.of()
  return decoded.encoding === 'utf-16le' ? Buffer.of(0xff, 0xfe) : Buffer.of(0xfe, 0xff)
}
