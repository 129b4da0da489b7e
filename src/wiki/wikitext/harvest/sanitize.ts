// HTML in wikitext, as far as links are concerned: attributes of allowed tags hide what is in them, and tags that are
// not allowed are text, so that addresses inside them count.

const allowed = new Set(
  `abbr b bdi bdo big blockquote br caption center cite code data dd del dfn div dl dt em font h1 h2 h3 h4 h5 h6 hr i
  ins kbd li link mark meta ol p pre q rb rp rt rtc ruby s samp small span strike strong sub sup table td th time tr tt
  u ul var wbr`.split(/\s+/),
)
const element = /^(\/?)([A-Za-z][^\t\n\v />\0]*)([^>]*)>/

/** Replaces allowed tags by bare ones and takes the brackets of all others apart. */
export function reduceTags(text: string): string {
  let at = text.indexOf('<')
  if (at < 0) return text
  let result = text.slice(0, at)
  while (at >= 0) {
    const next = text.indexOf('<', at + 1)
    const piece = next < 0 ? text.slice(at + 1) : text.slice(at + 1, next)
    const match = element.exec(piece)
    const name = (match?.[2] ?? '').toLowerCase()
    if (match && allowed.has(name)) result += `<${match[1]}${name}>${piece.slice(match[0].length)}`
    else result += `&lt;${piece.replaceAll('>', '&gt;')}`
    at = next
  }
  return result
}
