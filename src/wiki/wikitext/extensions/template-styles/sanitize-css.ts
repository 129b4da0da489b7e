// Makes a style sheet safe: rules apply only to page text, nothing is loaded from other hosts, and nothing covers the
// layout. What is not understood is dropped.

import { type CssNode, everyNode, parseCss, writeCss } from './css-syntax.ts'

const SCOPE = '.mw-parser-output'
const DEEPEST = 8

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const FUNCTIONS = words(
  `rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark calc min max clamp var linear-gradient
  radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient
  cubic-bezier steps translate translatex translatey translate3d rotate rotatex rotatey rotatez rotate3d scale scalex
  scaley scale3d skew skewx skewy matrix matrix3d perspective blur brightness contrast drop-shadow grayscale hue-rotate
  invert opacity saturate sepia counter counters minmax repeat fit-content polygon circle ellipse inset`,
)

const SELECTOR_PARTS = words(
  `Selector SelectorList TypeSelector ClassSelector IdSelector AttributeSelector PseudoClassSelector
  PseudoElementSelector Combinator Identifier String Nth AnPlusB`,
)

/** Properties that run code in old browsers, or load something. */
const FORBIDDEN_PROPERTIES = words('behavior -moz-binding src')

export function sanitizeCss(source: string, wrapper = ''): string {
  const scope = wrapper === '' ? SCOPE : `${SCOPE} ${wrapper}`
  try {
    return rulesOf(parseCss(source), scope, 0)
  } catch {
    // Deep nesting exhausts the stack.
    return ''
  }
}

/** A selector for the `wrapper` attribute: one element with classes and IDs; null if it is anything else. */
export const wrapperSelector = (written: string): string | null =>
  /^[a-z]*(?:[.#][A-Za-z_][\w-]*)*$/.test(written) && written.length <= 200 ? written : null

function rulesOf({ children = [] }: CssNode, scope: string, depth: number): string {
  let css = ''
  for (const node of children) {
    if (node.type === 'Rule') css += styleRule(node, scope)
    else if (node.type === 'Atrule') css += atRule(node, scope, depth)
  }
  return css
}

function styleRule({ prelude, block }: CssNode, scope: string): string {
  if (!prelude || !block) return ''
  const selectors = [...(prelude.children ?? [])].flatMap(selector => scopedSelector(selector, scope) ?? [])
  const declared = declarations(block)
  return selectors.length === 0 || declared === '' ? '' : `${selectors.join(',')}{${declared}}`
}

function scopedSelector(selector: CssNode, scope: string): string | null {
  if (!everyNode(selector, ({ type }) => SELECTOR_PARTS.has(type))) return null
  const written = safeText(writeCss(selector))
  // A selector may start with classes of the root elements, as for dark mode.
  const [, root, rest] = /^((?:html|body|:root)[^\s>+~]*)\s+(.+)$/s.exec(written) ?? []
  if (root !== undefined && rest !== undefined) return /^(?:body|[>+~])/.test(rest) ? null : `${root} ${scope} ${rest}`
  return /^(?:html|body|:root)(?![\w-])/.test(written) || /^[>+~]/.test(written) ? null : `${scope} ${written}`
}

function atRule({ name = '', prelude, block }: CssNode, scope: string, depth: number): string {
  const kind = name.toLowerCase()
  if (!block || depth >= DEEPEST) return ''
  const condition = prelude ? safeText(writeCss(prelude)) : ''
  if (/url\s*\(|[{};\\]/i.test(condition)) return ''
  if (kind === 'media' || kind === 'supports') {
    const inner = rulesOf(block, scope, depth + 1)
    return inner === '' ? '' : `@${kind} ${condition}{${inner}}`
  }
  if (!/^(?:-webkit-)?keyframes$/.test(kind) || !/^[\w-]+$/.test(condition)) return ''
  let frames = ''
  for (const frame of block.children ?? []) {
    if (frame.type !== 'Rule' || !frame.prelude || !frame.block) continue
    const step = writeCss(frame.prelude)
    if (/^(?:from|to|[\d.%,\s]|,)+$/i.test(step)) frames += `${step}{${declarations(frame.block)}}`
  }
  return `@${kind} ${condition}{${frames}}`
}

function declarations({ children = [] }: CssNode): string {
  let css = ''
  for (const node of children) {
    if (node.type !== 'Declaration' || typeof node.value !== 'object') continue
    const property = node.property!.toLowerCase()
    if (!/^-{0,2}[a-z][a-z\d-]*$/.test(property) || FORBIDDEN_PROPERTIES.has(property)) continue
    const value = safeText(writeCss(node.value))
    if (!everyNode(node.value, isAllowedValue) || !isAllowedText(value)) continue
    if (property === 'position' && /fixed|sticky/i.test(value)) continue
    css += `${property}:${value}${node.important ? '!important' : ''};`
  }
  return css
}

const OWN_ADDRESS = /^(?:\/images\/[\w%./-]*|data:image\/(?:png|gif|jpeg|webp);base64,[\w+/=]*)$/

function isAllowedValue({ type, name, value }: CssNode): boolean {
  if (type === 'Url') return typeof value === 'string' && OWN_ADDRESS.test(value) && !value.includes('..')
  if (type === 'Function') return FUNCTIONS.has(name!.toLowerCase())
  return type !== 'Raw' || typeof value !== 'string' || !/[(\\@{}<]/.test(value)
}

/** Nothing that another parser could read differently. */
const isAllowedText = (css: string): boolean => !/[{}@]|expression\s*\(|javascript:/i.test(withoutStrings(css))

const withoutStrings = (css: string): string => css.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, '""')

/** The text ends up in a `style` element, in HTML whose line breaks and references have a meaning. */
const safeText = (css: string): string =>
  css.replace(/[<&\u007f\n\r\f]/g, sign => `\\${sign.charCodeAt(0).toString(16)} `)
