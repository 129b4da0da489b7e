// A tokenizer for the HTML of strings: enough to tell which tags and attributes are there and how they are written.

import { nextPlace } from '../scan.ts'

export interface HtmlAttribute {
  readonly name: string
  readonly value: string
  /** Exactly as written, with the white space before it. */
  readonly raw: string
}

export type HtmlToken =
  | { readonly kind: 'text'; readonly raw: string }
  | {
      readonly kind: 'open'
      readonly name: string
      readonly attributes: readonly HtmlAttribute[]
      readonly raw: string
    }
  | { readonly kind: 'close'; readonly name: string; readonly raw: string }
  /** Comments, declarations and instructions. */
  | { readonly kind: 'other'; readonly raw: string }

export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)

const TAG_NAME = /[a-zA-Z][^\s/>]*/y
const ATTRIBUTE = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/y
const TAG_END = /[\s/]*>/y

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Reads the tag whose `<` stands at `at`; undefined when it is no tag, `open` when the text ends within it. */
function readTag(text: string, at: number): { token: HtmlToken; end: number } | 'open' | undefined {
  const closing = text[at + 1] === '/'
  const nameAt = at + (closing ? 2 : 1)
  const name = matchAt(TAG_NAME, text, nameAt)?.[0]
  if (name === undefined) return undefined
  const attributes: HtmlAttribute[] = []
  let i = nameAt + name.length
  for (;;) {
    const end = matchAt(TAG_END, text, i)
    if (end !== null) {
      i += end[0].length
      break
    }
    const match = matchAt(ATTRIBUTE, text, i)
    if (match === null) return 'open'
    const value = match[2] ?? match[3] ?? match[4] ?? ''
    attributes.push({ name: match[1]!.toLowerCase(), value, raw: match[0] })
    i += match[0].length
  }
  const raw = text.slice(at, i)
  const lower = name.toLowerCase()
  return {
    token: closing ? { kind: 'close', name: lower, raw } : { kind: 'open', name: lower, attributes, raw },
    end: i,
  }
}

/** Splits a text into tags and what stands between them. An angle bracket that starts no tag is text. */
export function htmlTokens(text: string): HtmlToken[] {
  const tokens: HtmlToken[] = []
  const commentEnd = nextPlace(text, '-->')
  const bracketEnd = nextPlace(text, '>')
  let textStart = 0
  const add = (token: HtmlToken, start: number, end: number) => {
    if (start > textStart) tokens.push({ kind: 'text', raw: text.slice(textStart, start) })
    tokens.push(token)
    textStart = end
  }
  let at = text.indexOf('<')
  while (at >= 0) {
    let end = at + 1
    if (text[at + 1] === '!' || text[at + 1] === '?') {
      const isComment = text.startsWith('<!--', at)
      const close = isComment ? commentEnd(at + 4) : bracketEnd(at + 2)
      end = close < 0 ? text.length : close + (isComment ? 3 : 1)
      add({ kind: 'other', raw: text.slice(at, end) }, at, end)
    } else {
      const tag = readTag(text, at)
      // Whatever starts after an unclosed tag stands within it.
      if (tag === 'open') break
      if (tag !== undefined) {
        end = tag.end
        add(tag.token, at, end)
      }
    }
    at = text.indexOf('<', end)
  }
  if (textStart < text.length) tokens.push({ kind: 'text', raw: text.slice(textStart) })
  return tokens
}
