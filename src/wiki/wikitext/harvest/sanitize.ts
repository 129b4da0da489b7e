// HTML in wikitext for link extraction: attributes of allowed tags hide their
// contents, and disallowed tags are text, so URLs in them count.

const allowed = new Set(
  `abbr b bdi bdo big blockquote br caption center cite code data dd del dfn div dl dt em font h1 h2 h3 h4 h5 h6 hr i
  ins kbd li link mark meta ol p pre q rb rp rt rtc ruby s samp small span strike strong sub sup table td th time tr tt
  u ul var wbr`.split(/\s+/),
)
// The lookahead prevents backtracking over the name, which would be quadratic for an unclosed tag.
const element = /<(\/?)([A-Za-z][^\t\n\v />\0<]*)(?=[\t\n\v />\0])([^<>]*)>/y

/** Removes attributes from allowed tags and escapes all others. */
export function reduceTags(text: string): string {
  let result = ''
  let done = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    element.lastIndex = at
    const match = element.exec(text)
    const name = match ? match[2]! : ''
    if (allowed.has(name)) {
      // Most tags have no attributes.
      if (match![3] === '') continue
      result += `${text.slice(done, at)}<${match![1]}${name}>`
      done = element.lastIndex
    } else if (match && allowed.has(name.toLowerCase())) {
      result += `${text.slice(done, at)}<${match[1]}${name.toLowerCase()}>`
      done = element.lastIndex
    } else {
      const next = text.indexOf('<', at + 1)
      const piece = next < 0 ? text.slice(at + 1) : text.slice(at + 1, next)
      result += `${text.slice(done, at)}&lt;${piece.replaceAll('>', '&gt;')}`
      done = at + 1 + piece.length
    }
  }
  return done === 0 ? text : result + text.slice(done)
}
