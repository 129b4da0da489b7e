// Splits an Apple strings file into entries, with the positions of key, value and comment.

import { loneSurrogate } from '../encoding.ts'
import { failAt } from '../format-error.ts'

export interface StringsEntry {
  readonly key: string
  readonly value: string
  // From the key to after the semicolon.
  readonly start: number
  readonly end: number
  // Position of the value; undefined if the key is also the value.
  readonly valueStart: number | undefined
  readonly valueEnd: number
  readonly comment: { readonly start: number; readonly end: number; readonly text: string } | undefined
}

const bare = /[A-Za-z0-9_.$:/-]+/y

export function scanStrings(text: string, count: () => void): StringsEntry[] {
  const entries: StringsEntry[] = []
  let at = 0
  let comment: StringsEntry['comment']

  const skip = (): void => {
    for (;;) {
      while (at < text.length && ' \t\r\n\f\v\u2028\u2029'.includes(text[at]!)) at++
      if (text.startsWith('//', at)) {
        const newline = text.indexOf('\n', at)
        const end = newline === -1 ? text.length : newline
        comment = { start: at, end, text: text.slice(at + 2, end).trim() }
        at = end
      } else if (text.startsWith('/*', at)) {
        const close = text.indexOf('*/', at + 2)
        if (close === -1) failAt(text, at, 'a comment has no end')
        comment = { start: at, end: close + 2, text: text.slice(at + 2, close).trim() }
        at = close + 2
      } else return
    }
  }
  const token = (): string => {
    const start = at
    if (text[at] === '"' || text[at] === "'") {
      const quote = text[at]
      for (at++; text[at] !== quote; at++) {
        if (text[at] === '\\') at++
        if (at >= text.length) failAt(text, start, 'a string has no closing quote')
      }
      at++
      return unescapeStrings(text, start + 1, at - 1)
    }
    bare.lastIndex = at
    if (!bare.test(text)) failAt(text, at, at < text.length ? 'expected a string' : 'the file ends inside an entry')
    at = bare.lastIndex
    return text.slice(start, at)
  }

  for (;;) {
    comment = undefined
    skip()
    const ownComment = comment
    if (at >= text.length) return entries
    const start = at
    const key = token()
    const keyEnd = at
    skip()
    let value = key
    let valueStart: number | undefined
    let valueEnd = keyEnd
    if (text[at] === '=') {
      at++
      skip()
      valueStart = at
      value = token()
      valueEnd = at
      skip()
    }
    if (text[at] !== ';') failAt(text, at, 'expected a semicolon')
    at++
    count()
    entries.push({ key, value, start, end: at, valueStart, valueEnd, comment: ownComment })
  }
}

const simple: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' }

function unescapeStrings(text: string, start: number, end: number): string {
  const raw = text.slice(start, end)
  if (!raw.includes('\\')) return raw
  const value = raw.replace(
    /\\(?:[Uu]([0-9a-fA-F]{4})|([0-7]{3})|(.))/gs,
    (_, hex?: string, octal?: string, other?: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
      return simple[other!] ?? other!
    },
  )
  if (loneSurrogate(value) !== -1) failAt(text, start, 'a string contains an unpaired surrogate')
  return value
}

const escapes: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r' }

export function quote(value: string): string {
  const escaped = value.replace(
    /["\\\x00-\x1f\x7f]/g,
    character => escapes[character] ?? `\\U${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `"${escaped}"`
}
