// String literals of PHP.

import { failAt } from '../format-error.ts'

export interface PhpString {
  readonly value: string
  readonly end: number
  readonly quote: '"' | "'"
  // The text contains variables, so dollar signs stay as they are.
  readonly hasVariables: boolean
}

// The literal at a position: quoted, heredoc or nowdoc. Undefined if there is none.
export function readString(text: string, at: number): PhpString | undefined {
  const quote = text[at]
  if (quote === "'" || quote === '"') {
    let end = at + 1
    while (text[end] !== quote) {
      if (end >= text.length) failAt(text, at, 'a string has no closing quote')
      end += text[end] === '\\' ? 2 : 1
    }
    const raw = text.slice(at + 1, end)
    return { ...decoded(raw, quote), end: end + 1, quote }
  }
  return text.startsWith('<<<', at) ? readHeredoc(text, at) : undefined
}

function readHeredoc(text: string, at: number): PhpString | undefined {
  const head = /<<<[ \t]*(?:(["']?)([A-Za-z_]\w*)\1)\r?\n/y
  head.lastIndex = at
  const match = head.exec(text)
  if (match === null) return undefined
  const start = head.lastIndex
  const close = new RegExp(`^([ \\t]*)${match[2]}\\b`, 'gm')
  close.lastIndex = start
  const end = close.exec(text)
  if (end === null) failAt(text, at, 'a heredoc text has no end')
  const indent = end[1]!
  const lines = text
    .slice(start, Math.max(start, end.index))
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
  const raw = lines.map(line => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n')
  const content = match[1] === "'" ? { value: raw, hasVariables: false } : decoded(raw, '"')
  return { ...content, end: end.index + end[0].length, quote: match[1] === "'" ? "'" : '"' }
}

const simple: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  v: '\v',
  e: '\x1b',
  f: '\f',
  '\\': '\\',
  '"': '"',
}

function decoded(raw: string, quote: string): { value: string; hasVariables: boolean } {
  if (quote === "'") return { value: raw.replace(/\\([\\'])/g, '$1').replaceAll('\r\n', '\n'), hasVariables: false }
  const hasVariables = /(?<!\\)(?:\\\\)*(?:\$[A-Za-z_{]|\{\$)/.test(raw)
  const value = raw
    .replaceAll('\r\n', '\n')
    .replace(
      /\\(?:u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([ntrvef\\"$]))/g,
      (whole, unicode?: string, hex?: string, octal?: string, character?: string) => {
        if (unicode !== undefined) return codePoint(Number.parseInt(unicode, 16), whole)
        // Bytes beyond ASCII are parts of characters.
        const byte = hex !== undefined ? Number.parseInt(hex, 16) : octal !== undefined ? Number.parseInt(octal, 8) : 0
        if (hex !== undefined || octal !== undefined) return byte < 128 ? String.fromCharCode(byte) : whole
        if (character === '$') return hasVariables ? whole : '$'
        return simple[character!]!
      },
    )
  return { value, hasVariables }
}

function codePoint(code: number, whole: string): string {
  return code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? whole : String.fromCodePoint(code)
}

export function writeString(value: string, { quote, hasVariables }: Pick<PhpString, 'quote' | 'hasVariables'>): string {
  if (quote === "'") return `'${value.replace(/['\\]/g, '\\$&')}'`
  const escaped = value.replace(/\\(?!\$)|["\n\r\t\v\f\x1b]|\\?\$/g, part => {
    if (part.endsWith('$')) return hasVariables ? part : part === '$' ? '\\$' : '\\\\\\$'
    return `\\${names[part] ?? part}`
  })
  return `"${escaped}"`
}

const names: Readonly<Record<string, string>> = {
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\v': 'v',
  '\f': 'f',
  '\x1b': 'e',
}
