// Catalogues of Haiku: a header, then lines with a source, its context, a comment and the translation, separated by tabs.

import { distinctIds } from '../distinct-ids.ts'
import { type Decoded, decode, newlineOf } from '../encoding.ts'
import type { CreateOptions, FileFormat, NewUnit, ParsedFile, ParseOptions } from '../format.ts'
import { FormatError, failAt } from '../format-error.ts'
import type { Splice } from '../splice.ts'
import { type CheckedChanges, shown, singleForm, textFile, unit } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'
import { fingerprint, type Key } from './fingerprint.ts'

export const catkeys: FileFormat = {
  id: 'catkeys',
  name: 'Haiku catkeys file',
  extensions: ['catkeys'],
  monolingual: false,
  forbids: /\r/,
  states: [],
  flags: [],
  parse: parseCatkeys,
  create: createCatkeys,
}

interface Line extends Key {
  readonly id: string
  readonly target: string
  readonly duplicate: boolean
  readonly number: number
  readonly start: number
  // Where the translation is. It is missing if the line has only three fields.
  readonly targetStart: number
  readonly targetEnd: number
  readonly isMissing: boolean
  // After the line break.
  readonly end: number
}

function parseCatkeys(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const lines = linesOf(decoded.text, unitCounter(options))
  return textFile({
    format: 'catkeys',
    decoded,
    units: lines.map(({ id, context, source, comment, target, duplicate, number }, i) =>
      unit({
        id,
        context,
        source: [source],
        target: [target],
        note: comment,
        duplicate,
        position: i + 1,
        line: number,
      }),
    ),
    edit: changes => edit(changes, decoded, new Map(lines.map(line => [line.id, line]))),
  })
}

function linesOf(text: string, count: () => void): Line[] {
  if (!/^1\t[^\t\r\n]*\t[^\t\r\n]*\t\d+(?:\r?\n|$)/.test(text))
    failAt(text, 0, 'the first line has no version, language, signature and checksum')
  const lines: Line[] = []
  const distinct = distinctIds()
  let number = 1
  for (let start = lineEnd(text, 0); start < text.length; ) {
    const end = lineEnd(text, start)
    const raw = text.slice(start, end).replace(/\r?\n$/, '')
    number++
    if (raw !== '') {
      const fields = raw.split('\t')
      if (fields.length < 3) failAt(text, start, 'a line has no source, context and comment')
      count()
      const [source = '', context = '', comment = '', target = ''] = fields.map(unescaped)
      const plain = context === '' ? source : `${context}\u0004${source}`
      const id = distinct(plain)
      const targetStart = start + Math.min(raw.length, fields.slice(0, 3).join('\t').length + 1)
      const targetEnd = targetStart + (fields[3]?.length ?? 0)
      const place = { start, end, targetStart, targetEnd, isMissing: fields.length === 3, number }
      lines.push({ id, source, context, comment, target, duplicate: id !== plain, ...place })
    }
    start = end
  }
  return lines
}

function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at)
  return newline === -1 ? text.length : newline + 1
}

function edit(changes: CheckedChanges, { text }: Decoded, lines: ReadonlyMap<string, Line>): Splice[] {
  const splices: Splice[] = []
  for (const [id, { target }] of changes.update) {
    const line = lines.get(id)!
    const value = target && singleForm(target, id)
    if (value === undefined || value === line.target) continue
    const { targetStart: start, targetEnd: end } = line
    splices.push({ start, end, text: `${line.isMissing ? '\t' : ''}${escaped(value)}` })
  }
  for (const id of changes.remove) {
    const { start, end } = lines.get(id)!
    splices.push({ start, end, text: '' })
  }
  const kept = [...lines.values()].filter(({ id }) => !changes.remove.has(id))
  const added = changes.add.map(each => addition(each, text, lines, new Set(kept.map(({ id }) => id))))
  if (added.length === 0 && changes.remove.size === 0) return splices
  const checksum = fingerprint([...kept, ...added.map(({ key }) => key)])
  return [...splices, ...added.map(({ splice }) => splice), newChecksum(text, checksum)]
}

function addition(
  { source, context, note = '', target, after }: NewUnit,
  text: string,
  lines: ReadonlyMap<string, Line>,
  taken: ReadonlySet<string>,
): { key: Key; splice: Splice } {
  const key = { source: singleForm(source, context), context, comment: note }
  const id = context === '' ? key.source : `${context}\u0004${key.source}`
  if (taken.has(id)) throw new FormatError(`the file already has "${shown(id)}"`)
  const at = after === null ? lineEnd(text, 0) : after === undefined ? text.length : lines.get(after)!.end
  const newline = newlineOf(text)
  const fields = [key.source, context, note, singleForm(target, context)].map(escaped)
  const before = text[at - 1] === '\n' ? '' : newline
  return { key, splice: { start: at, end: at, text: `${before}${fields.join('\t')}${newline}` } }
}

function newChecksum(text: string, checksum: number): Splice {
  const header = text.slice(0, lineEnd(text, 0)).trimEnd()
  return { start: header.lastIndexOf('\t') + 1, end: header.length, text: String(checksum) }
}

const names: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '"': '\\"', '\\': '\\\\' }
const simple: Readonly<Record<string, string>> = { n: '\n', t: '\t', '"': '"', '\\': '\\' }

const escaped = (value: string): string => value.replace(/[\n\t"\\]/g, character => names[character]!)
const unescaped = (raw: string): string => raw.replace(/\\([nt"\\])/g, (_, letter: string) => simple[letter]!)

function createCatkeys({ template, language, maxBytes }: CreateOptions): Uint8Array {
  if (template === undefined) return Buffer.from(`1\t${languageName(language)}\t\t0\n`)
  const { text } = decode(template, { maxBytes })
  const lines = linesOf(text, () => {})
  const header = text.slice(0, lineEnd(text, 0)).replace(/^1\t[^\t]*/, `1\t${languageName(language)}`)
  const body = lines.map(
    ({ start, targetStart, targetEnd, end }) => text.slice(start, targetStart) + text.slice(targetEnd, end),
  )
  return Buffer.from(header + body.join(''))
}

// Haiku writes the English name of the language.
function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code.replaceAll('_', '-'))!.toLowerCase()
  } catch {
    return code
  }
}
