// Whether sanitizing would leave HTML unchanged: only allowed tags and attributes, URLs with safe schemes, every tag
// closed, and everything written as a serializer would write it.

import { type HtmlAttribute, type HtmlToken, htmlTokens, VOID_ELEMENTS } from './html.ts'

const IGNORED = new Set(['html', 'body'])
const ALLOWED_EVERYWHERE = new Set(['lang', 'title'])
const ADDRESSES = new Set(
  'action background cite codebase data formaction href icon longdesc manifest ping poster profile src usemap'.split(
    ' ',
  ),
)
const SCHEMES = new Set(
  (
    'bitcoin ftp ftps geo http https im irc ircs magnet mailto mms mx news nntp openpgp4fpr sip sms smsto ssh tel url ' +
    'webcal wtai xmpp'
  ).split(' '),
)
const BLOCKS = new Set(
  (
    'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hgroup hr li main menu nav ol p pre section summary table ul'
  ).split(' '),
)
const UNUSUAL_TEXT = /[<>]|&(?!(?:amp|lt|gt|nbsp);)/
const UNUSUAL_VALUE = /"|&(?!(?:amp|quot|nbsp);)/

/** The attributes that each tag of the source has. */
type AllowedMarkup = ReadonlyMap<string, ReadonlySet<string>>

export function markupOf(source: string): AllowedMarkup {
  const allowed = new Map<string, Set<string>>()
  for (const token of htmlTokens(source)) {
    if (token.kind !== 'open' || IGNORED.has(token.name)) continue
    const names = allowed.get(token.name) ?? new Set()
    for (const { name } of token.attributes) names.add(name)
    allowed.set(token.name, names)
  }
  return allowed
}

function hasHarmlessAddress({ name, value }: HtmlAttribute): boolean {
  if (!ADDRESSES.has(name)) return true
  // Browsers skip control characters and white space when they look for the scheme.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value.slice(0, 1000).replace(/[\s\p{Cc}]/gu, ''))?.[1]
  return scheme === undefined || SCHEMES.has(scheme.toLowerCase())
}

function isCanonicalTag(token: HtmlToken & { kind: 'open' }, selfClosing: boolean): boolean {
  const attributes = token.attributes.map(({ name, value }) => ` ${name}="${value}"`).join('')
  const names = new Set(token.attributes.map(({ name }) => name))
  if (names.size < token.attributes.length) return false
  if (token.attributes.some(({ value }) => UNUSUAL_VALUE.test(value))) return false
  return token.raw === `<${token.name}${attributes}${selfClosing ? ' /' : ''}>`
}

/** `selfClosingVoid`: elements without content are written `<br />`, as MDX demands. */
export function isCleanHtml(text: string, allowed: AllowedMarkup, selfClosingVoid: boolean): boolean {
  const open: string[] = []
  let openParagraphs = 0
  for (const token of htmlTokens(text)) {
    if (token.kind === 'other') return false
    if (token.kind === 'text') {
      if (UNUSUAL_TEXT.test(token.raw)) return false
    } else if (token.kind === 'close') {
      if (open.pop() !== token.name || token.raw !== `</${token.name}>`) return false
      if (token.name === 'p') openParagraphs--
    } else {
      const names = allowed.get(token.name)
      if (names === undefined) return false
      if (!token.attributes.every(({ name }) => names.has(name) || ALLOWED_EVERYWHERE.has(name))) return false
      if (!token.attributes.every(hasHarmlessAddress)) return false
      // A block ends the paragraph before it, and a list item the one before it: the serializer would say so.
      if (openParagraphs > 0 && BLOCKS.has(token.name)) return false
      if (token.name === 'li' && open.at(-1) === 'li') return false
      const isVoid = VOID_ELEMENTS.has(token.name)
      if (!isCanonicalTag(token, isVoid && selfClosingVoid)) return false
      if (!isVoid) open.push(token.name)
      if (token.name === 'p') openParagraphs++
    }
  }
  return open.length === 0
}

// A whole placeholder of a common kind: %(name)s, %1$s, %s, %name%, {name}, {{name}}, ${name}.
const PLACEHOLDER = /^(?:%(?:\(\w+\)|\d+\$)?[a-z]|%\w+%|\$?\{[^{}]+\}|\{\{[^{}]+\}\})$/i

function addresses(text: string): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const token of htmlTokens(text)) {
    if (token.kind !== 'open') continue
    for (const { name, value } of token.attributes) {
      if (!ADDRESSES.has(name)) continue
      const key = `${token.name} ${name}`
      values.set(key, [...(values.get(key) ?? []), value])
    }
  }
  return values
}

/** Whether an address that is a placeholder in the source has other text around it, such as quotation marks. */
export function changesAddresses(source: string, target: string): boolean {
  const translated = addresses(target)
  return [...addresses(source)].some(([key, values]) => {
    if (!values.every(value => PLACEHOLDER.test(value))) return false
    const allowed = new Set(values)
    return (translated.get(key) ?? []).some(value => !allowed.has(value))
  })
}

const HTML_ELEMENTS = new Set(
  (
    'a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br button canvas ' +
    'caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption ' +
    'figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins isindex kbd ' +
    'label legend li link main map mark menu meta meter nav noframes noscript object ol optgroup option output p param picture ' +
    'pre progress q rp rt ruby s samp script search section select slot small source span strike strong style sub summary sup ' +
    'table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr'
  ).split(' '),
)

const isElementName = (name: string): boolean => HTML_ELEMENTS.has(name) || /^[a-z][a-z0-9._]*-[a-z0-9._-]*$/.test(name)

/** Whether a source is plain text or HTML, rather than another kind of markup with angle brackets. */
export function looksLikeHtml(source: string): boolean {
  const open: string[] = []
  for (const token of htmlTokens(source)) {
    if (token.kind === 'text') {
      if (/<[!/?a-z]/i.test(token.raw)) return false
      continue
    }
    if (token.kind === 'other') {
      if (!/^<!(?:--|doctype)/i.test(token.raw)) return false
      continue
    }
    if (!isElementName(token.name) || /[{}]/.test(token.raw)) return false
    if (token.kind === 'close') {
      if (open.pop() !== token.name) return false
    } else if (!VOID_ELEMENTS.has(token.name) && !token.raw.endsWith('/>')) open.push(token.name)
  }
  return open.length === 0
}
