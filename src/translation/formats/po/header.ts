// The header entry: "Name: value" lines inside the msgstr of the empty msgid.

import type { Splice } from '../splice.ts'
import { editFuzzy, type PoWriting } from './edit.ts'
import type { PoEntry, PoField } from './scanner.ts'
import { layOut } from './wrap.ts'

export function parseHeader(value: string): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of value.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
  }
  return headers
}

export const revisionHeaders = (translator: string, at: Date): Record<string, string> => ({
  'PO-Revision-Date': `${at.toISOString().slice(0, 16).replace('T', ' ')}+0000`,
  'Last-Translator': translator,
})

// Replaces only the lines of the fields that change, so long fields keep their own wrapping.
export function editHeader(entry: PoEntry, changes: Readonly<Record<string, string>>, writing: PoWriting): Splice[] {
  const field = entry.targets[0]!
  // Templates mark the header as fuzzy until it is filled in, which happens now.
  const splices = editFuzzy(entry, false, writing)
  const lines = logicalLines(field)
  const missing = new Map(Object.entries(changes))
  for (const line of lines ?? []) {
    const name = line.value.slice(0, line.value.indexOf(':')).trim()
    const value = missing.get(name)
    if (value === undefined) continue
    missing.delete(name)
    const text = headerLine(name, value)
    if (text.trimEnd() !== line.value.trimEnd())
      splices.push({ start: line.start, end: line.end, text: pieces(text, writing) })
  }
  if (lines === undefined) return [...splices, rewrite(field, changes, writing)]
  if (missing.size > 0) {
    const text = [...missing].map(([name, value]) => pieces(headerLine(name, value), writing)).join('')
    const unended = !writing.text.slice(field.start, field.end).endsWith('\n')
    splices.push({ start: field.end, end: field.end, text: unended ? writing.newline + text : text })
  }
  return splices
}

export function headerText(headers: ReadonlyMap<string, string>, writing: PoWriting): string {
  const lines = [...headers].map(([name, value]) => pieces(headerLine(name, value), writing))
  return ['msgid ""', 'msgstr ""', ''].join(writing.newline) + lines.join('')
}

function headerLine(name: string, value: string): string {
  return `${name}: ${value.replace(/[\r\n]+/g, ' ')}\n`
}

function pieces(text: string, { style, newline }: PoWriting): string {
  const lines = layOut('', text, style)
  return (lines.length === 1 ? lines : lines.slice(1)).map(line => line.trimStart() + newline).join('')
}

// Groups the quoted pieces into header lines. Undefined if a piece contains several lines or follows the keyword directly.
function logicalLines(field: PoField): { start: number; end: number; value: string }[] | undefined {
  if (field.pieces[0]!.value !== '') return undefined
  const lines: { start: number; end: number; value: string }[] = []
  let open = false
  for (const piece of field.pieces.slice(1)) {
    const newline = piece.value.indexOf('\n')
    if (newline !== -1 && newline !== piece.value.length - 1) return undefined
    const last = lines.at(-1)
    if (open && last !== undefined) {
      last.end = piece.end
      last.value += piece.value
    } else lines.push({ ...piece })
    open = newline === -1
  }
  return open ? undefined : lines
}

function rewrite(field: PoField, changes: Readonly<Record<string, string>>, writing: PoWriting): Splice {
  const headers = parseHeader(field.value)
  for (const [name, value] of Object.entries(changes)) headers.set(name, value)
  const lines = [...headers].map(([name, value]) => pieces(headerLine(name, value), writing))
  return { start: field.start, end: field.end, text: `msgstr ""${writing.newline}${lines.join('')}` }
}
