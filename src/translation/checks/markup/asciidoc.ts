// Tokens of AsciiDoc that must survive translation.

import { targetCheck } from '../check.ts'
import type { Span } from '../checked-unit.ts'
import { type Delimited, delimited, nextPlace } from '../scan.ts'
import { sameTally } from '../text.ts'

/** Markup with what must be the same in a translation. */
interface AsciidocToken extends Span {
  readonly token: string
}

/** A backslash before markup makes it plain text. */
function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}

const MACRO_START = /(?<![a-z0-9])([a-z][a-z0-9]*)(::?)([^\s[:]*(?::(?!:)[^\s[:]*)*)$/

/** `name:target[attributes]`: the attributes may be translated, unless the macro passes its content through. */
function macros(text: string): AsciidocToken[] {
  const names: AsciidocToken[] = []
  const closing = nextPlace(text, ']')
  let from = 0
  for (let open = text.indexOf('['); open >= 0; open = text.indexOf('[', open + 1)) {
    // What belongs to the macro stands directly before the bracket.
    let start = open
    while (start > from && !/[\s[]/.test(text[start - 1]!)) start--
    from = open + 1
    const match = MACRO_START.exec(text.slice(start, open))
    if (match === null || isEscaped(text, start + match.index)) continue
    let close = closing(open + 1)
    while (close >= 0 && isEscaped(text, close)) close = closing(close + 1)
    if (close < 0) break
    const [whole, name] = match
    const token = name === 'pass' ? whole + text.slice(open, close + 1) : `${whole}[]`
    names.push({ start: start + match.index, end: close + 1, token })
    open = close
    from = close + 1
  }
  return names
}

function unescaped(text: string, open: string, close: string): Delimited[] {
  return delimited(text, open, close).filter(({ start }) => !isEscaped(text, start))
}

/** The id of `<<id,text>>` or `[[id,label]]`. */
const identifier = (inner: string): string => inner.split(',', 1)[0]!

function asciidocTokens(text: string): AsciidocToken[] {
  const passed = [
    ['+++', '+++'],
    ['`+', '+`'],
    ['$$', '$$'],
  ] as const
  return [
    ...macros(text),
    ...unescaped(text, '<<', '>>').map(({ inner, ...span }) => ({ ...span, token: `<<${identifier(inner)}>>` })),
    ...unescaped(text, '[[', ']]').map(({ inner, ...span }) => ({ ...span, token: `[[${identifier(inner)}]]` })),
    ...passed.flatMap(([open, close]) =>
      unescaped(text, open, close).map(({ start, end }) => ({ start, end, token: text.slice(start, end) })),
    ),
    ...unescaped(text.replaceAll('+++', '   '), '++', '++').map(({ inner, ...span }) => ({
      ...span,
      token: `++${inner}++`,
    })),
  ]
}

const tokens = (text: string): string[] => asciidocTokens(text).map(({ token }) => token)

export const asciidocMarkup = targetCheck({
  id: 'asciidoc-markup',
  name: 'AsciiDoc markup',
  description: 'The AsciiDoc macros, references, anchors or passthroughs of source and translation differ.',
  flag: 'asciidoc-text',
  placeables: asciidocTokens,
  fails: (source, target) => !sameTally(tokens(source), tokens(target)),
})
