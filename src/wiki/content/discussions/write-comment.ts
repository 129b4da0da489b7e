import type { Comment } from './discussion.ts'
import { maskWikitext } from './mask-wikitext.ts'

const SIGNATURE = '~~~~'

/** The page with a reply: after all earlier replies to the same comment, one step further in. */
export function withReply(text: string, target: Comment, body: string): string {
  const place = lastUnder(target).lineEnd
  return `${text.slice(0, place)}\n${replyLines(prefixFor(target), body)}${text.slice(place)}`
}

/** The last comment in the thread below a comment. */
function lastUnder(comment: Comment): Comment {
  let last = comment
  while (last.replies.length > 0) last = last.replies.at(-1)!
  return last
}

/** Replies look like the ones before them; the first one is indented with a colon. */
export function prefixFor({ prefix, replies }: Comment): string {
  const before = replies.at(-1)?.prefix.slice(prefix.length, prefix.length + 1)
  return prefix + (before || ':')
}

/** A first comment with its signature, as it is stored. */
export function signedText(body: string): string {
  const text = tidied(body)
  const last = maskWikitext(text).split('\n').at(-1)!
  return NEEDS_OWN_LINE.test(last) ? `${text}\n\n${SIGNATURE}` : `${text} ${SIGNATURE}`
}

/** A signature at the end of these lines would become part of a list item, a table or preformatted text. */
const NEEDS_OWN_LINE = /^(?:[ *#:;]|\s*\|\})|={1,6}\s*$/

/** The lines of a reply, each indented, except those inside templates, tags and tables. */
function replyLines(prefix: string, body: string): string {
  const text = tidied(body)
  const gap = prefix.endsWith(':') ? '' : ' '
  const lines: string[] = []
  let [tables, at, last] = [0, 0, '']
  for (const line of maskWikitext(text).split('\n')) {
    const source = text.slice(at, at + line.length)
    at += line.length + 1
    // Blank lines would end the list.
    if (tables === 0 && source.trim() === '') continue
    last = tables === 0 ? source.trimStart() : source
    lines.push(tables > 0 ? source : `${prefix}${/^[:*#;]/.test(last) ? '' : gap}${last}`)
    if (/^\s*:*\s*\{\|/.test(line)) tables++
    else if (tables > 0 && /^\s*\|\}/.test(line)) tables--
  }
  if (NEEDS_OWN_LINE.test(last)) return [...lines, `${prefix}${gap}${SIGNATURE}`].join('\n')
  return `${lines.join('\n')} ${SIGNATURE}`
}

/** Without a signature of its own, and without a comment that would hide the rest of the page. */
function tidied(body: string): string {
  const text = body
    .replace(/\r\n?/g, '\n')
    .trim()
    .replace(/\s*~{3,5}$/, '')
  return text.lastIndexOf('<!--') > text.lastIndexOf('-->') ? `${text}-->` : text
}
