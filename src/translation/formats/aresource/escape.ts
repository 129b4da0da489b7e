// The way Android writes text inside XML: backslash escapes, quotes that keep white space, and runs of white space that
// count as one space.

import { checkCharacters } from '../xml/text.ts'

const simple: Readonly<Record<string, string>> = { n: '\n', t: '\t' }

// Reads text from which XML references are already resolved.
export function unescapeAndroid(raw: string): string {
  let value = ''
  let quoted = false
  let space = false
  // White space at the end only counts once something follows it.
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

// Gives text that still has to be escaped for XML, unless it goes into a CDATA section.
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

// The same for text between tags of mark-up, where spaces next to a tag count.
export function mapMarkupText(markup: string, change: (text: string) => string): string {
  return markup
    .split(/(<!\[CDATA\[.*?\]\]>|<(?:[^<>"']|"[^"]*"|'[^']*')*>)/s)
    .map((part, i) => (i % 2 === 1 ? part : change(part)))
    .join('')
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
}

// In a CDATA section only backslashes are special: quotes and white space stand for themselves.
export function unescapeSection(raw: string): string {
  return raw.replace(/\\u([0-9a-fA-F]{4})|\\(.)/gs, (_, code: string | undefined, character: string) =>
    code === undefined ? (simple[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

export function escapeSection(value: string, quotes: boolean): string {
  return value.replace(quotes ? /[\\'"]|[^\P{Cc}\n\t]/gu : /[\\']|[^\P{Cc}\n\t]/gu, character => {
    if (/[\\'"]/.test(character)) return `\\${character}`
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`
  })
}
