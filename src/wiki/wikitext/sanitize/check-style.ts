// Inline CSS: rejects anything that could fetch resources or run scripts.
import { decodeCharacterReferences } from '../../site/character-references.ts'

const escapes = /\\(?:([0-9A-Fa-f]{1,6})[ \t\n\f\r]?|(\r\n|[\n\f\r])|(.)|$)/gs

/** Characters that would end a string or start an escape stay escaped. */
const keptEscaped = new Set(['\n', '"', "'", '\\'])

function decodeEscapes(style: string): string {
  return style.replace(escapes, (_, code?: string, lineBreak?: string, sign?: string) => {
    if (lineBreak !== undefined) return ''
    const character = code === undefined ? (sign ?? '\\') : characterOf(Number.parseInt(code, 16))
    return keptEscaped.has(character) ? `\\${character.charCodeAt(0).toString(16)} ` : character
  })
}

function characterOf(code: number): string {
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code)
}

/** Replaces comments with spaces. An unclosed or overlapping comment removes the rest. */
function removeComments(style: string): string {
  if (!style.includes('/*')) return style
  const mark = /\/\*|\*\//g
  let result = ''
  let done = 0
  for (let match = mark.exec(style); match; match = mark.exec(style)) {
    if (match[0] === '*/') continue
    const end = style.indexOf('*/', mark.lastIndex)
    if (end < 0) break
    result += `${style.slice(done, match.index)} `
    done = end + 2
    mark.lastIndex = done
  }
  result += style.slice(done)
  const open = result.indexOf('/*')
  return open < 0 ? result : result.slice(0, open)
}

const control = /[\u0000-\u0008\u000b\u000e-\u001f\u007f\ufffd]/
const dangerous =
  /expression|(?:filter|accelerator|-o-link|-o-link-source|-o-replace)\s*:|(?:url|image|image-set)\s*\(/i

/** Detects `attr(name url)`, which turns another attribute into a URL. */
function readsAddress(style: string): boolean {
  for (const part of style
    .toLowerCase()
    .split(/attr\s*\(/)
    .slice(1)) {
    const close = part.indexOf(')')
    if (/[^)][\s,]url/.test(close < 0 ? part : part.slice(0, close))) return true
  }
  return false
}

/** The style as a browser would read it. */
export const normalizedCss = (style: string): string => removeComments(decodeEscapes(decodeCharacterReferences(style)))

/** Nothing but a comment, such as the message of an earlier check. */
const onlyComment = /^\s*\/\*[^*\\/]*\*\/\s*$/

export function checkStyle(style: string): string {
  const decoded = decodeEscapes(style)
  const plain = onlyComment.test(decoded) ? decoded : removeComments(decoded)
  if (control.test(plain)) return '/* invalid control char */'
  if (dangerous.test(plain) || readsAddress(plain)) return '/* insecure input */'
  // A page must not contain form feeds.
  return plain.replaceAll('\f', '\ufffd')
}
