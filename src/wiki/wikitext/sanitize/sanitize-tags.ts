// Sanitizes HTML in wikitext: allowed tags keep their allowed attributes; everything else is shown as text.
import { isAllowed, isClosedBySlash, isEmptyElement } from './allowed-tags.ts'
import { readAttributes, tagAttributes } from './attributes.ts'

// The lookahead prevents backtracking over the name, which would be quadratic for an unclosed tag.
const tag = /<(\/?)([A-Za-z][^\t\n\v />\0<]*)(?=[\t\n\v />\0])([^<>]*)>/y

/** Additional restrictions beyond those for page text. */
interface Strictness {
  readonly refused: ReadonlySet<string>
  /** Final check of a style. */
  style(style: string): string
}

/** `unstrip` restores the text of markers, which may be in attributes. */
export function sanitizeTags(text: string, unstrip: (text: string) => string, strict?: Strictness): string {
  const source = removeComments(text)
  let html = ''
  let done = 0
  for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at + 1)) {
    html += escapeEnd(source.slice(done, at))
    tag.lastIndex = at
    const match = tag.exec(source)
    const written = match && writeTag(match[1] === '/', match[2]!.toLowerCase(), match[3]!, unstrip, strict)
    html += written ?? '&lt;'
    done = written == null ? at + 1 : tag.lastIndex
  }
  return html + escapeEnd(source.slice(done))
}

const escapeEnd = (text: string) => (text.includes('>') ? text.replaceAll('>', '&gt;') : text)

/** Null for a tag that is text. */
function writeTag(
  closes: boolean,
  name: string,
  rest: string,
  unstrip: (text: string) => string,
  strict: Strictness | undefined,
): string | null {
  if (!isAllowed(name) || strict?.refused.has(name)) return null
  if (closes) return closingTag(name)
  const slash = rest.endsWith('/')
  const source = unstrip(slash ? rest.slice(0, -1) : rest)
  if (!hasRequiredAttributes(name, source)) return null
  const attributes = tagAttributes(source, name, strict?.style)
  if (slash && isClosedBySlash(name)) return `<${name}${attributes}></${name}>`
  return `<${name}${attributes}${slash && isEmptyElement(name) ? ' /' : ''}>`
}

function closingTag(name: string): string | null {
  if (name === 'link' || name === 'meta') return null
  return `</${name}>`
}

/** Metadata tags need both a property and a value. */
function hasRequiredAttributes(name: string, source: string): boolean {
  if (name !== 'link' && name !== 'meta') return true
  const attributes = readAttributes(source)
  return attributes.has('itemprop') && attributes.has(name === 'link' ? 'href' : 'content')
}

/** Removes comments that appeared during template expansion. One alone on its line removes the line. */
function removeComments(text: string): string {
  let result = ''
  let done = 0
  for (;;) {
    const start = text.indexOf('<!--', done)
    const close = start < 0 ? -1 : text.indexOf('-->', start + 4)
    if (close < 0) return done === 0 ? text : result + text.slice(done)
    const end = close + 3
    let before = start
    while (before > done && text[before - 1] === ' ') before--
    let after = end
    while (text[after] === ' ') after++
    const alone = text[after] === '\n' && before > 0 && text[before - 1] === '\n'
    result += text.slice(done, alone ? before : start)
    done = alone ? after + 1 : end
  }
}
