// String values of TOML: basic and literal, on one line or several.

import { failAt } from '../format-error.ts'

export type TomlQuote = '"' | "'" | '"""' | "'''"

export interface TomlString {
  readonly value: string
  readonly end: number
  readonly quote: TomlQuote
}

export function readTomlString(text: string, at: number): TomlString {
  const single = text[at] as '"' | "'"
  const isMultiline = text.startsWith(single.repeat(3), at)
  const quote = (isMultiline ? single.repeat(3) : single) as TomlQuote
  const start = at + quote.length
  const end = closing(text, start, quote, at)
  const raw = text.slice(start, end)
  const body = isMultiline ? raw.replaceAll('\r\n', '\n').replace(/^\n/, '') : raw
  return { value: single === '"' ? unescaped(body, text, at) : body, end: end + quote.length, quote }
}

function closing(text: string, start: number, quote: TomlQuote, at: number): number {
  for (let end = start; end < text.length; end++) {
    if (text[end] === '\\' && quote[0] === '"') end++
    else if (text[end] === '\n' && quote.length === 1) break
    else if (text.startsWith(quote, end)) {
      // Up to two more quotes belong to the text.
      let extra = 0
      while (quote.length === 3 && extra < 2 && text[end + 3 + extra] === quote[0]) extra++
      return end + extra
    }
  }
  failAt(text, at, 'a string has no closing quote')
}

const simple: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  e: '\x1b',
  '"': '"',
  '\\': '\\',
}

function unescaped(raw: string, text: string, at: number): string {
  if (!raw.includes('\\')) return raw
  return raw.replace(
    /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|([ \t]*\n\s*)|(.?))/gs,
    (_, four?: string, eight?: string, two?: string, joined?: string, other?: string) => {
      if (joined !== undefined) return ''
      const digits = four ?? eight ?? two
      if (digits !== undefined) {
        const code = Number.parseInt(digits, 16)
        if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
          failAt(text, at, 'an escape contains an unpaired surrogate')
        return String.fromCodePoint(code)
      }
      return simple[other!] ?? failAt(text, at, 'a string has an unknown escape sequence')
    },
  )
}

const special = /[\x00-\x08\x0b-\x1f\x7f]/

// The value in the style of the one it replaces, if the style can hold it.
export function writeTomlString(value: string, quote: TomlQuote, newline: string): string {
  if (quote === "'" && !special.test(value) && !/['\n]/.test(value)) return `'${value}'`
  if (quote === "'''" && !special.test(value) && !/'''|'$/.test(value))
    return `'''${newline}${value.replaceAll('\n', newline)}'''`
  if (quote.length === 3) {
    const escaped = value.replace(/[\x00-\x08\x0b-\x1f\x7f\\]|"(?="|$)/g, escapeCharacter)
    return `"""${newline}${escaped.replaceAll('\n', newline)}"""`
  }
  return `"${value.replace(/[\x00-\x1f\x7f"\\]/g, escapeCharacter)}"`
}

const names: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
}

function escapeCharacter(character: string): string {
  return names[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`
}

export function tomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : writeTomlString(key, '"', '\n')
}
