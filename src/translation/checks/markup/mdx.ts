// JSX expressions in MDX: `{…}` outside code spans. Their code may hold braces in strings, templates, comments and
// regular expressions, so it has to be read as code.

import type { Span } from '../checked-unit.ts'
import { VOID_ELEMENTS } from './html.ts'

// After one of these, or at the start, a slash begins a regular expression; elsewhere it divides.
const BEFORE_REGEX = new Set('(,=:[{;!&|?+-*%~^>')
// An unclosed brace is read to the end of the text. With more than a few, the text is not MDX.
const MAX_UNCLOSED = 8

/** The end of the string, template part, comment or expression that starts at `at`; the length of the text if open. */
function skipUntil(text: string, at: number, end: string): number {
  for (let i = at; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === end) return i + 1
  }
  return text.length
}

function skipRegex(text: string, at: number): number {
  let inClass = false
  for (let i = at; i < text.length; i++) {
    const char = text[i]
    if (char === '\\') i++
    else if (char === '[') inClass = true
    else if (char === ']') inClass = false
    else if (char === '/' && !inClass) return i + 1
  }
  return text.length
}

function skipTo(text: string, at: number, mark: string): number {
  const position = text.indexOf(mark, at)
  return position < 0 ? text.length : position + mark.length
}

/** The end of the expression whose opening brace stands at `start`; undefined when it is not closed. */
function expressionEnd(text: string, start: number): number | undefined {
  // What each open brace returns to when it closes: code, or the template it stands in.
  const open: ('code' | 'template')[] = ['code']
  let inTemplate = false
  let previous = ''
  let i = start + 1
  while (i < text.length) {
    const char = text[i]!
    if (inTemplate) {
      if (char === '\\') i++
      else if (char === '`') inTemplate = false
      else if (char === '$' && text[i + 1] === '{') {
        open.push('template')
        inTemplate = false
        previous = ''
        i++
      }
      i++
      continue
    }
    if (char === '{') open.push('code')
    if (char === '}') {
      inTemplate = open.pop() === 'template'
      if (open.length === 0) return i + 1
    }
    if (char === '`') inTemplate = true
    if (char === '"' || char === "'") i = skipUntil(text, i + 1, char)
    else if (char === '/' && text[i + 1] === '/') i = skipTo(text, i + 2, '\n')
    else if (char === '/' && text[i + 1] === '*') i = skipTo(text, i + 2, '*/')
    else if (char === '/' && (previous === '' || BEFORE_REGEX.has(previous))) i = skipRegex(text, i + 1)
    else i++
    if (char > ' ') previous = char
  }
  return undefined
}

const TAG_START = /<(\/?)([A-Za-z_$][\w$-]*(?:[.:][\w$-]+)*)(?=[\s/>{])/y
const ATTRIBUTE = /([\w$:-]+)\s*=\s*$/

/** The elements around a place in a text. */
class Elements {
  private readonly open: string[] = []
  private readonly counts = new Map<string, number>()
  /** The tag being read. */
  private tag: { readonly name: string; readonly closes: boolean } | undefined

  /** Where an expression at this place stands. */
  contextOf(text: string, at: number): string {
    if (this.tag === undefined) return `in ${this.open.at(-1) ?? 'the text'}`
    const attribute = ATTRIBUTE.exec(text.slice(Math.max(0, at - 100), at))?.[1] ?? ''
    return `attribute ${attribute} of ${this.tag.name}`
  }

  /** Reads what begins or ends a tag; returns the place after it. */
  read(text: string, at: number): number {
    if (this.tag === undefined) {
      TAG_START.lastIndex = at
      const match = TAG_START.exec(text)
      if (match === null) return at + 1
      this.tag = { name: match[2]!, closes: match[1] === '/' }
      return at + match[0].length
    }
    const char = text[at]!
    if (char === '"' || char === "'") return skipUntil(text, at + 1, char)
    if (char === '>') this.endTag(this.tag, text[at - 1] === '/')
    return at + 1
  }

  private endTag({ name, closes }: { name: string; closes: boolean }, isEmpty: boolean): void {
    this.tag = undefined
    const count = this.counts.get(name) ?? 0
    if (!closes) {
      if (isEmpty || VOID_ELEMENTS.has(name)) return
      this.open.push(name)
      this.counts.set(name, count + 1)
    } else if (count > 0) {
      for (let last = this.open.pop(); last !== undefined; last = this.open.pop()) {
        this.counts.set(last, this.counts.get(last)! - 1)
        if (last === name) break
      }
    }
  }
}

/** All JSX expressions of a text that are not in code spans, which are given, with the element or attribute of each. */
export function jsxExpressions(text: string, codeSpans: readonly Span[]): string[] {
  const parts: string[] = []
  const elements = new Elements()
  let span = 0
  let unclosed = 0
  for (let i = 0; i < text.length; i++) {
    while (span < codeSpans.length && codeSpans[span]!.end <= i) span++
    if (span < codeSpans.length && codeSpans[span]!.start <= i) {
      i = codeSpans[span]!.end - 1
      continue
    }
    if (text[i] === '\\') {
      i++
      continue
    }
    if (text[i] !== '{') {
      i = elements.read(text, i) - 1
      continue
    }
    const end = expressionEnd(text, i)
    if (end === undefined) {
      if (++unclosed > MAX_UNCLOSED) break
      continue
    }
    parts.push(`${elements.contextOf(text, i)}: ${text.slice(i, end)}`)
    i = end - 1
  }
  return parts
}
