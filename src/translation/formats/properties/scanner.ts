// Splits a properties file into its logical lines: comments, empty lines, and pairs that may continue over several lines.

import { failAt } from '../format-error.ts'

export interface PropertiesLine {
  readonly type: 'comment' | 'blank' | 'pair'
  // For a comment: its text without the marker. For a pair: key and value.
  readonly text: string
  readonly value: string
  readonly start: number
  readonly keyEnd: number
  readonly valueStart: number
  readonly end: number
}

export function* scanProperties(text: string): Generator<PropertiesLine> {
  let at = 0
  while (at < text.length) {
    const start = skip(text, at, isBlank)
    if (start >= text.length && start === at) return
    const first = text[start]
    if (first === undefined || isLineBreak(first)) {
      yield { type: 'blank', text: '', value: '', start, keyEnd: start, valueStart: start, end: start }
      at = afterLineBreak(text, start)
    } else if (first === '#' || first === '!') {
      const end = skip(text, start, character => !isLineBreak(character))
      const comment = text.slice(start + 1, end).replace(/^[ \t]/, '')
      yield { type: 'comment', text: comment, value: '', start, keyEnd: end, valueStart: end, end }
      at = afterLineBreak(text, end)
    } else {
      const keyEnd = skipEscaped(
        text,
        start,
        character => !isBlank(character) && character !== '=' && character !== ':',
      )
      const valueStart = afterSeparator(text, keyEnd)
      const end = skipEscaped(text, valueStart, () => true)
      const [key, value] = [unescapeProperty(text, start, keyEnd), unescapeProperty(text, valueStart, end)]
      yield { type: 'pair', text: key, value, start, keyEnd, valueStart, end }
      at = afterLineBreak(text, end)
    }
  }
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\f'
}

function isLineBreak(character: string): boolean {
  return character === '\n' || character === '\r'
}

function skip(text: string, at: number, accept: (character: string) => boolean): number {
  while (at < text.length && accept(text[at]!)) at++
  return at
}

function afterLineBreak(text: string, at: number): number {
  if (text[at] === '\r' && text[at + 1] === '\n') return at + 2
  return Math.min(at + 1, text.length)
}

// Skips to the end of the logical line, or to the first unescaped character that is not accepted.
function skipEscaped(text: string, at: number, accept: (character: string) => boolean): number {
  while (at < text.length && !isLineBreak(text[at]!) && accept(text[at]!)) {
    if (text[at] !== '\\') at++
    else if (at + 1 < text.length && isLineBreak(text[at + 1]!)) at = skip(text, afterLineBreak(text, at + 1), isBlank)
    else at = Math.min(at + 2, text.length)
  }
  return at
}

// Skips white space, at most one separator, and white space again; a line continuation counts as white space.
function afterSeparator(text: string, at: number): number {
  let signs = 0
  for (;;) {
    const character = text[at]
    if (character === undefined) return at
    if (isBlank(character)) at++
    else if ((character === '=' || character === ':') && signs++ === 0) at++
    else if (character === '\\' && at + 1 < text.length && isLineBreak(text[at + 1]!)) {
      at = skip(text, afterLineBreak(text, at + 1), isBlank)
    } else return at
  }
}

const simple: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f' }

function unescapeProperty(text: string, start: number, end: number): string {
  const raw = text.slice(start, end)
  if (!raw.includes('\\')) return raw
  return raw.replace(/\\(u[0-9a-fA-F]{4}|(?:\r\n|[\r\n])[ \t\f]*|[^\r\n]|$)/gu, (whole, code: string, at: number) => {
    if (code.length === 5) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    // Java rejects the whole file.
    if (code === 'u') failAt(text, start + at, `"${raw.slice(at, at + 6)}" is not a \\u escape with four digits`)
    return code === '' || isLineBreak(code[0]!) ? '' : (simple[code] ?? whole.slice(1))
  })
}
