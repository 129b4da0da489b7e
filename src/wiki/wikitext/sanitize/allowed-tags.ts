// HTML tags allowed in wikitext. All others are shown as text.

const words = (text: string) => new Set(text.split(/\s+/))

const allowed = words(
  `abbr b bdi bdo big blockquote br caption center cite code data dd del dfn div dl dt em font h1 h2 h3 h4 h5 h6 hr i
  ins kbd li link mark meta ol p pre q rb rp rt rtc ruby s samp small span strike strong sub sup table td th time tr tt
  u ul var wbr`,
)

/** Void elements. */
const empty = words('br hr link meta wbr')

/** Elements that a slash closes, as in XML; it has no effect on others. */
const closedBySlash = words('dd dt li')

export const isAllowed = (name: string) => allowed.has(name)
export const isEmptyElement = (name: string) => empty.has(name)
export const isClosedBySlash = (name: string) => closedBySlash.has(name)

/** Semantic attributes. */
const meaning = `itemprop itemscope itemtype itemid itemref about property resource datatype typeof`
const anywhere = words(
  `id class style lang dir title tabindex role aria-describedby aria-flowto aria-hidden aria-label aria-labelledby aria-owns
  ${meaning}`,
)

const cell = words('abbr align axis bgcolor colspan headers height nowrap rowspan scope valign width')
const aligned = words('align')
const changed = words('cite datetime')
const quoted = words('cite')

const ofElement: Readonly<Record<string, ReadonlySet<string>>> = {
  blockquote: quoted,
  br: words('clear'),
  caption: aligned,
  data: words('value'),
  del: changed,
  div: aligned,
  font: words('color face size'),
  h1: aligned,
  h2: aligned,
  h3: aligned,
  h4: aligned,
  h5: aligned,
  h6: aligned,
  hr: words('width'),
  ins: changed,
  li: words('type value'),
  ol: words('reversed start type'),
  p: aligned,
  pre: words('width'),
  q: quoted,
  table: words('align bgcolor border cellpadding cellspacing frame rules summary width'),
  td: cell,
  th: cell,
  time: words('datetime'),
  tr: words('align bgcolor valign'),
  ul: words('type'),
}

/** Metadata elements have their own short list. */
const silent: Readonly<Record<string, ReadonlySet<string>>> = {
  link: words('itemprop href title'),
  meta: words('itemprop content'),
}

export function isAllowedAttribute(element: string, name: string): boolean {
  if (/^data-(?!ooui|mw|parsoid)[\p{L}\p{N}.-]*$/u.test(name)) return true
  const own = Object.hasOwn(silent, element) ? silent[element] : undefined
  if (own) return own.has(name)
  return anywhere.has(name) || (Object.hasOwn(ofElement, element) && ofElement[element]!.has(name))
}
