// Limits the wiki's own style sheet (`MediaWiki:Common.css`) to page text: no effect on the rest of the page, nothing
// loaded from other hosts, nothing that could cover the layout.

/** Element that the rules apply to. */
const SCOPE = '.wiki-text'
/** MediaWiki's ancestors of the text, where a selector may start. */
const AROUND =
  /^(?:html|body|:root|#content|#bodyContent|#mw-content-text|\.mw-body|\.mw-body-content|\.mw-parser-output)$/
/** Selectors for something other than the text: page types, skins, the layout. */
const ELSEWHERE =
  /^(?:html|body)[.#[:]|^#(?!mw-|mp-|toc\b)(?:p-|ca-|pt-|t-|n-|footer|column|firstHeading|siteNotice|siteSub|catlinks)/
const NESTING = /^@(?:media|supports|container|layer)\b/i
const DEEPEST = 8

/** Scopes a style sheet; anything not understood is dropped. */
export function scopedCss(source: string): string {
  return rules(source.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ').replace(/<!--|-->/g, ' '), 0)
}

function rules(text: string, depth: number): string {
  const made: string[] = []
  for (let at = 0; at < text.length; ) {
    const end = next(text, at, '{;}')
    if (end >= text.length) break
    const prelude = text.slice(at, end).trim()
    if (text[end] !== '{') {
      at = end + 1
      continue
    }
    const close = blockEnd(text, end)
    made.push(rule(prelude, text.slice(end + 1, close), depth))
    at = close + 1
  }
  return made.join('')
}

function rule(prelude: string, body: string, depth: number): string {
  if (prelude.startsWith('@')) {
    if (depth >= DEEPEST || /[<>\\]/.test(prelude.replace(/[<>]=?\s*\d/g, ''))) return ''
    if (NESTING.test(prelude)) {
      const inner = rules(body, depth + 1)
      return inner === '' ? '' : `${prelude}{${inner}}`
    }
    return /^@(?:-webkit-)?keyframes\s+[\w-]+$/i.test(prelude) ? `${prelude}{${frames(body)}}` : ''
  }
  const selectors = split(prelude, ',').flatMap(each => scoped(each.trim()) ?? [])
  const declared = declarations(body, BOX.test(prelude))
  return selectors.length === 0 || declared === '' ? '' : `${selectors.join(',')}{${declared}}`
}

/** Keyframes have no selectors. */
function frames(body: string): string {
  const made: string[] = []
  for (let at = 0; ; ) {
    const open = body.indexOf('{', at)
    const close = open < 0 ? -1 : body.indexOf('}', open)
    if (close < 0) return made.join('')
    const step = body.slice(at, open).trim()
    const inside = body.slice(open + 1, close)
    if (step !== '' && !inside.includes('{') && /^(?:[\s\d.%,]|from|to)*$/.test(step))
      made.push(`${step}{${declarations(inside, false)}}`)
    at = close + 1
  }
}

/** A selector that only matches inside the text; null if it targets something else. */
function scoped(selector: string): string | null {
  if (selector === '' || /[{}<\\@]/.test(selector) || selector.length > 1000) return null
  const [, first = '', rest = ''] = /^([^\s>+~]+)\s*(.*)$/s.exec(selector) ?? []
  if (ELSEWHERE.test(first)) return null
  if (AROUND.test(first)) {
    const inner = rest.replace(/^[>+~]\s*/, '')
    return inner === '' ? SCOPE : scoped(inner)
  }
  return `${SCOPE} ${selector}`
}

const FORBIDDEN = /expression\s*\(|javascript:|behaviou?r|-moz-binding|image-set\s*\(|@import|[<\\]/i
const OWN = /^(?:\/(?!\/)|data:image\/(?:png|gif|jpeg|webp|svg\+xml)[;,])/i
const NO_GROUND = /^(?:none|transparent|inherit|initial|unset|revert|currentcolor|0)\b/i

/** Boxes that float on wide screens but leave no room for text on narrow ones. */
const BOX = /\btable\b|info|side|box|thumb|\bt(?:right|left)\b/i

function declarations(body: string, isBox: boolean): string {
  const made: [name: string, value: string][] = []
  for (const each of split(body, ';')) {
    const colon = each.indexOf(':')
    const name = each.slice(0, Math.max(0, colon)).trim()
    const value = each.slice(colon + 1).trim()
    if (!/^-{0,2}[a-zA-Z][\w-]*$/.test(name) || value === '' || FORBIDDEN.test(each) || /[{}]/.test(value)) continue
    const addresses = addressesIn(value)
    if (addresses === null || addresses.some(address => !OWN.test(address))) continue
    if (/attr\s*\(/i.test(value) && /url/i.test(value)) continue
    if (name.toLowerCase() === 'position' && /fixed|sticky/i.test(value)) continue
    const isFloat = isBox && name.toLowerCase() === 'float'
    made.push([name.toLowerCase(), isFloat ? value.replace(/^(?:left|right)\b/i, side => narrow(side)) : value])
  }
  const ground = made.find(([name, value]) => /^background(?:-color)?$/.test(name) && !NO_GROUND.test(value))
  const ink = made.find(([name]) => name === 'color')
  // A custom background was chosen for a white page, so its text stays dark in dark mode. A text colour without a
  // background is inverted in lightness.
  if (ground) made.push(['color-scheme', 'light'], ...(ink ? [] : [['color', 'var(--ink)'] as [string, string]]))
  else if (
    ink &&
    /^(?:#[\da-f]{3,8}|[a-z]+|rgba?\([^()]*\))$/i.test(plain(ink[1])) &&
    !/^(?:inherit|initial|unset|revert|currentcolor|transparent)$/i.test(plain(ink[1]))
  )
    made.push([
      'color',
      `light-dark(${plain(ink[1])}, oklch(from ${plain(ink[1])} calc(1.12 - l) c h))${
        /!important/i.test(ink[1]) ? ' !important' : ''
      }`,
    ])
  return made.map(([name, value]) => `${name}:${value};`).join('')
}

/** A float that narrow screens can disable (web/styles/wiki.css). */
const narrow = (side: string): string => `var(--float-${side.toLowerCase()}, ${side.toLowerCase()})`

function plain(value: string): string {
  const mark = value.lastIndexOf('!')
  return mark >= 0 &&
    value
      .slice(mark + 1)
      .trim()
      .toLowerCase() === 'important'
    ? value.slice(0, mark).trimEnd()
    : value
}

/** Contents of `url(…)`; null if one is unterminated. Scans once from left to right. */
function addressesIn(value: string): string[] | null {
  const urls: string[] = []
  const start = /url\s*\(\s*/gi
  while (start.exec(value) !== null) {
    const from = start.lastIndex
    const quote = value[from] === '"' || value[from] === "'" ? value[from]! : null
    const end = value.indexOf(quote ?? ')', quote === null ? from : from + 1)
    if (end < 0) return null
    const address = value.slice(quote === null ? from : from + 1, end).trim()
    const close = quote === null ? end : value.indexOf(')', end)
    if (close < 0 || (quote !== null && value.slice(end + 1, close).trim() !== '')) return null
    if (quote === null && /["'(]/.test(address)) return null
    urls.push(address)
    start.lastIndex = close + 1
  }
  return urls
}

/** Next of these characters outside strings and brackets, or the end. */
function next(text: string, from: number, signs: string): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const sign = text[at]!
    if (sign === '"' || sign === "'") at = textEnd(text, at)
    else if (sign === '(' || sign === '[') depth++
    else if (sign === ')' || sign === ']') depth = Math.max(0, depth - 1)
    else if ((depth === 0 || sign === '{' || sign === '}') && signs.includes(sign)) return at
  }
  return text.length
}

function textEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === text[from] || text[at] === '\n') return at
  }
  return text.length
}

/** End of the block that starts here, or the end of the text. */
function blockEnd(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    const sign = text[at]!
    if (sign === '"' || sign === "'") at = textEnd(text, at)
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at
  }
  return text.length
}

function split(text: string, sign: string): string[] {
  const parts: string[] = []
  for (let at = 0; at <= text.length; ) {
    const end = next(text, at, sign)
    parts.push(text.slice(at, end))
    at = end + 1
  }
  return parts
}
