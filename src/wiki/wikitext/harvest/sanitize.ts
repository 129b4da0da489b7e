// HTML in wikitext, as far as links are concerned: attributes of allowed tags hide what is in them, and tags that are
// not allowed are text, so that addresses inside them count.

const allowed = new Set(
  `abbr b bdi bdo big blockquote br caption center cite code data dd del dfn div dl dt em font h1 h2 h3 h4 h5 h6 hr i
  ins kbd li link mark meta ol p pre q rb rp rt rtc ruby s samp small span strike strong sub sup table td th time tr tt
  u ul var wbr`.split(/\s+/),
)
// The name ends where it must: were a shorter one tried for each letter, a tag that never ends would cost its square.
const element = /<(\/?)([A-Za-z][^\t\n\v />\0<]*)(?=[\t\n\v />\0])([^<>]*)>/y

/** Replaces allowed tags by bare ones and takes the brackets of all others apart. */
export function reduceTags(text: string): string {
  let result = ''
  let done = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    element.lastIndex = at
    const match = element.exec(text)
    const name = match ? match[2]! : ''
    if (allowed.has(name)) {
      // Most tags are bare already.
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
