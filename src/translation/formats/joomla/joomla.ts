// Language files of Joomla: KEY="text", one line each.

import { decode, newlineOf } from '../encoding.ts'
import type { FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { lineEnd, type Pair, pairFile } from '../pair-file.ts'
import { shown, singleForm } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'

export const joomla: FileFormat = {
  id: 'joomla',
  name: 'Joomla language file',
  extensions: ['ini'],
  recognises: ({ seen }) => seen(hasQuotedTexts),
  monolingual: true,
  restricted: true,
  states: [],
  flags: [],
  parse: parseJoomla,
  create: () => Buffer.of(),
}

function hasQuotedTexts(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 65_536)).toString('utf8')
  const lines = start.split(/\r?\n/).filter(line => /^[^;#\s[]/.test(line))
  return lines.length > 0 && /^[A-Z0-9_.\-+: ()]+=\s*"/.test(lines[0]!)
}

interface JoomlaPair extends Pair {
  readonly isQuoted: boolean
}

function parseJoomla(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const decoded = decode(bytes, options)
  const { text } = decoded
  const newline = newlineOf(text, options.template?.layout.newline)
  const pairs = pairsOf(text, unitCounter(options))
  return pairFile<JoomlaPair>({
    format: 'joomla',
    decoded,
    options,
    pairs,
    value: (target, { key }) => quoted(singleForm(target, key)),
    statement: (added, key) => {
      if (/[=\r\n]|^[;#[\s]|\s$|^$/.test(key)) throw new FormatError(`"${shown(key)}" cannot be a key of this file`)
      const notes = added.note ? added.note.split('\n').map(line => `; ${line}${newline}`) : []
      return `${notes.join('')}${key}=${quoted(singleForm(added.target, key))}`
    },
  })
}

function pairsOf(text: string, count: () => void): JoomlaPair[] {
  const pairs: JoomlaPair[] = []
  let comments: { start: number; lines: string[] } | undefined
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at)
    const line = text.slice(at, end).trimEnd()
    const first = line.search(/\S/)
    const sign = line.indexOf('=')
    if (line[first] === ';' || line[first] === '#') {
      comments ??= { start: at, lines: [] }
      comments.lines.push(line.slice(first + 1).trim())
    } else {
      if (sign > first && line[first] !== '[') {
        const valueStart = at + sign + 1 + line.slice(sign + 1).search(/\S|$/)
        const raw = text.slice(valueStart, at + line.length)
        const isQuoted = raw.length > 1 && raw[0] === '"' && raw.lastIndexOf('"') > 0
        const length = isQuoted ? raw.lastIndexOf('"') + 1 : raw.length
        count()
        pairs.push({
          key: line.slice(first, sign).trimEnd(),
          target: [isQuoted ? unquoted(raw.slice(1, length - 1)) : raw],
          note: comments?.lines.join('\n') ?? '',
          at: at + first,
          valueStart,
          valueEnd: valueStart + length,
          start: comments?.start ?? at,
          end,
          isQuoted,
        })
      }
      comments = undefined
    }
    at = end
  }
  return pairs
}

const names: Readonly<Record<string, string>> = { n: '\n', t: '\t', '"': '"', '\\': '\\' }

// Older files write quotes as "_QQ_".
function unquoted(raw: string): string {
  return raw.replace(/"_QQ_"|\\([nt"\\])/g, (_, escaped?: string) => (escaped === undefined ? '"' : names[escaped]!))
}

function quoted(value: string): string {
  const escaped = value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')
  if (/[\r\n]/.test(escaped)) throw new FormatError('a text of this format cannot contain a carriage return')
  return `"${escaped}"`
}
