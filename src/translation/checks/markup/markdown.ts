// The inline parts of Markdown that checks compare, found in one pass each.

import type { Span } from '../checked-unit.ts'
import { nextPlace } from '../scan.ts'

export interface MarkdownLink extends Span {
  readonly target: string
}

interface MarkdownReference extends Span {
  readonly label: string
}

/** For each opening square bracket the place of its closing one, 0 where there is none. */
function bracketPairs(text: string): Int32Array {
  const pairs = new Int32Array(text.length)
  const open: number[] = []
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '[') open.push(i)
    else if (text[i] === ']' && open.length > 0) pairs[open.pop()!] = i
  }
  return pairs
}

/** Where a link to `<https://…>` or `<someone@example.org>` starts and ends. */
export function autolinks(text: string): Span[] {
  const spans: Span[] = []
  let open = -1
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '\\') i++
    else if (char === '<') open = i
    else if (char === '>' && open >= 0) {
      if (/^(?:https?:\/\/.|[^@]+@[^@.]+\..)/s.test(text.slice(open + 1, i))) spans.push({ start: open, end: i + 1 })
      open = -1
    }
  }
  return spans
}

/** The target without the title. In templates, such as `{{ site.url }}/page`, it may contain spaces. */
function linkTarget(inner: string): string {
  const trimmed = inner.trim()
  if (trimmed.startsWith('<')) return trimmed.slice(1).split('>', 1)[0]!
  const title = trimmed.search(/\s["']/)
  return title < 0 ? trimmed : trimmed.slice(0, title).trimEnd()
}

/** `[text](target "title")`, images and autolinks. A link around an image counts once. */
export function markdownLinks(text: string): MarkdownLink[] {
  const links: MarkdownLink[] = []
  if (text.includes('](')) {
    const pairs = bracketPairs(text)
    const closing = nextPlace(text, ')')
    for (let i = text.indexOf('['); i >= 0; i = text.indexOf('[', i + 1)) {
      const close = pairs[i]!
      if (close === 0 || text[close + 1] !== '(') continue
      const end = closing(close + 2)
      if (end < 0) break
      links.push({
        start: text[i - 1] === '!' ? i - 1 : i,
        end: end + 1,
        target: linkTarget(text.slice(close + 2, end)),
      })
      i = end
    }
  }
  for (const { start, end } of autolinks(text)) links.push({ start, end, target: text.slice(start + 1, end - 1) })
  return links
}

/** What belongs to links and images, except their text: `![` and `](target "title")`. */
export function linkSyntax(text: string): Span[] {
  const spans = autolinks(text)
  if (!text.includes('](')) return spans
  const closes: number[] = []
  bracketPairs(text).forEach((close, open) => {
    if (close === 0 || text[close + 1] !== '(') return
    closes.push(close)
    if (text[open - 1] === '!') spans.push({ start: open - 1, end: open + 1 })
  })
  const closing = nextPlace(text, ')')
  for (const start of closes.sort((one, other) => one - other)) {
    const end = closing(start + 2)
    if (end < 0) break
    spans.push({ start, end: end + 1 })
  }
  return spans
}

/** `[text][label]`; an empty label stands for the text. */
export function markdownReferences(text: string): MarkdownReference[] {
  const references: MarkdownReference[] = []
  if (!text.includes(']')) return references
  const pairs = bracketPairs(text)
  for (let i = text.indexOf('['); i >= 0; i = text.indexOf('[', i + 1)) {
    const close = pairs[i]!
    if (close === 0) continue
    let next = close + 1
    while (text[next] === ' ' || text[next] === '\n') next++
    const end = text[next] === '[' ? pairs[next]! : 0
    // A caret makes it a footnote.
    if (end === 0 || text[next + 1] === '^') continue
    references.push({ start: i, end: end + 1, label: text.slice(next + 1, end) })
    i = end
  }
  return references
}
