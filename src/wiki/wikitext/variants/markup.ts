// Splits HTML into texts, which are converted, and what stays as it is: tags, character references, code.

export interface Piece {
  readonly text: string
  readonly isText: boolean
}

const stops = /[<&\u007f]/g
/** The rest of a tag in front of any other, unless the text begins with a reference or a marker. */
const tagRest = /^(?!&[a-zA-Z#][a-z0-9]+;|\u007f)[^<>]*>/
const reference = /&[a-zA-Z#][a-z0-9]+;/y
const whole = /<(code|pre|script|style)(?:[\s>])/iy

export function* piecesOf(html: string): Generator<Piece> {
  let done = tagRest.exec(html)?.[0].length ?? 0
  let at = done
  if (done > 0) yield { text: html.slice(0, done), isText: false }
  for (;;) {
    stops.lastIndex = at
    const stop = stops.exec(html)
    if (!stop) break
    const end = endOfMarkup(html, stop.index)
    at = end
    if (end === stop.index + 1 && stop[0] === '&') continue
    if (stop.index > done) yield { text: html.slice(done, stop.index), isText: true }
    yield { text: html.slice(stop.index, end), isText: false }
    done = end
  }
  if (done < html.length) yield { text: html.slice(done), isText: true }
}

/** The end of a tag, a reference or a marker; what is not closed reaches to the end. */
function endOfMarkup(html: string, at: number): number {
  if (html[at] === '&') {
    reference.lastIndex = at
    return reference.test(html) ? reference.lastIndex : at + 1
  }
  if (html[at] === '\u007f') {
    const end = html.indexOf('\u007f', at + 1)
    return end < 0 ? html.length : end + 1
  }
  whole.lastIndex = at
  const name = whole.exec(html)?.[1]
  if (name !== undefined) {
    const close = `</${name}>`
    const end = html.indexOf(close, at)
    if (end >= 0) return end + close.length
  }
  return endOfTag(html, at)
}

/** Whether every tag ends. Part of one would swallow the text after it. */
export function hasWholeTags(html: string): boolean {
  for (let at = html.indexOf('<'); at >= 0; ) {
    const end = endOfTag(html, at)
    if (html[end - 1] !== '>' || end === at + 1) return false
    at = html.indexOf('<', end)
  }
  return true
}

const tagEnd = /["'>]/g

/** Quoted values may contain the sign that ends a tag. */
export function endOfTag(html: string, at: number): number {
  let from = at + 1
  for (;;) {
    tagEnd.lastIndex = from
    const mark = tagEnd.exec(html)
    if (!mark) return html.length
    if (mark[0] === '>') return mark.index + 1
    const close = html.indexOf(mark[0], mark.index + 1)
    if (close < 0) return html.length
    from = close + 1
  }
}
