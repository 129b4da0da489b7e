// Android's text escaping inside XML: backslash escapes, quotes that preserve white space, and runs of white space that
// collapse to one space.

import { checkCharacters } from '../xml/text.ts'

const simple: Readonly<Record<string, string>> = { n: '\n', t: '\t' }

// Expects text with XML references already resolved.
export function unescapeAndroid(raw: string): string {
  let value = ''
  let quoted = false
  let space = false
  // Trailing white space only counts if something follows it.
  const push = (text: string) => {
    if (space && value !== '') value += ' '
    space = false
    value += text
  }
  for (let i = 0; i < raw.length; i++) {
    const character = raw[i]!
    if (character === '"') {
      quoted = !quoted
      push('')
    } else if (character === '\\') {
      const code = /^u([0-9a-fA-F]{4})/.exec(raw.slice(i + 1, i + 6))?.[1]
      const next = raw[++i]
      if (code !== undefined) {
        push(String.fromCharCode(Number.parseInt(code, 16)))
        i += 4
      } else if (next !== undefined) push(simple[next] ?? next)
    } else if (!quoted && isSpace(character)) space = true
    else push(character)
  }
  return value
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\t' || character === '\r'
}

// The result still needs XML escaping, unless it goes into a CDATA section.
export function escapeAndroid(value: string): string {
  const escaped = value.replace(/[\\'"\n\t\x00-\x1f\x7f\ufffe\uffff]|^[@?]|^ | $| (?= )/g, character => {
    if (character === '\n') return '\\n'
    if (character === '\t') return '\\t'
    if (/[\\'"@?]/.test(character)) return `\\${character}`
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`
  })
  checkCharacters(escaped)
  return escaped
}

// Maps the text between tags. The mark-up is known to be well-formed.
export function mapMarkupText(markup: string, change: (text: string) => string): string {
  const parts: string[] = []
  let at = 0
  while (at < markup.length) {
    const open = markup.indexOf('<', at)
    const end = open === -1 ? markup.length : open
    if (end > at) parts.push(change(markup.slice(at, end)))
    at = open === -1 ? end : tagEnd(markup, open)
    parts.push(markup.slice(end, at))
  }
  return parts.join('')
}

function tagEnd(markup: string, start: number): number {
  if (markup.startsWith('<![CDATA[', start)) return markup.indexOf(']]>', start) + 3
  if (markup.startsWith('<!--', start)) return markup.indexOf('-->', start) + 3
  let at = start + 1
  while (at < markup.length && markup[at] !== '>') {
    const quote = markup[at] === '"' || markup[at] === "'" ? markup[at] : undefined
    at = quote === undefined ? at + 1 : markup.indexOf(quote, at + 1) + 1
  }
  return at + 1
}

export function unescapeMarkupText(raw: string): string {
  return raw
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/\\u([0-9a-fA-F]{4})|\\(.)|"/gs, (_, code: string | undefined, character = '') =>
      code === undefined ? (simple[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
    )
}

export function escapeMarkupText(value: string): string {
  return value
    .replace(/[\\'"]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replace(/ (?= )/g, '\\u0020')
}

// In a CDATA section only backslashes are special; quotes and white space are literal.
export function unescapeSection(raw: string): string {
  return raw.replace(/\\u([0-9a-fA-F]{4})|\\(.)/gs, (_, code: string | undefined, character: string) =>
    code === undefined ? (simple[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

export function escapeSection(value: string, quotes: boolean): string {
  return value.replace(
    quotes ? /[\\'"\ufffe\uffff]|[^\P{Cc}\n\t]/gu : /[\\'\ufffe\uffff]|[^\P{Cc}\n\t]/gu,
    character => {
      if (/[\\'"]/.test(character)) return `\\${character}`
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`
    },
  )
}

// Where quotes and white space are literal.
export function escapeBackslashes(value: string): string {
  return value.replace(/[\\\ufffe\uffff]|\p{Cc}/gu, character => {
    if (character === '\\') return '\\\\'
    if (character === '\n') return '\\n'
    if (character === '\t') return '\\t'
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`
  })
}
