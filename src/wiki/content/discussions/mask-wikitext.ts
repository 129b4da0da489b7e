/** Tags whose content is not wikitext. */
const VERBATIM = /^<(nowiki|pre|syntaxhighlight|source|math|chem|score|timeline|templatedata)(?=[\s/>])[^<>]*>/i
const TOKEN = /\{\{|\}\}|<!--|<(?=nowiki|pre|syntaxhighlight|source|math|chem|score|timeline|templatedata)/gi
/** Stands for hidden content, which is part of its line. */
const FILLER = '\u0001'

/**
 * The text with comments, templates and verbatim tags blanked out: only what stands on the page itself remains. Every
 * character keeps its place, and a line break inside a template no longer ends a line. A template that is never closed
 * hides nothing. Takes linear time.
 */
export function maskWikitext(text: string): string {
  const hidden: [start: number, end: number, filler: string][] = []
  const open: number[] = []
  const unclosed = new Set<string>()
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const at = match.index
    if (match[0] === '{{') {
      open.push(at)
    } else if (match[0] === '}}') {
      const start = open.pop()
      if (start === undefined) continue
      while (hidden.length > 0 && hidden.at(-1)![0] > start) hidden.pop()
      hidden.push([start, at + 2, FILLER])
    } else {
      const end = endOfVerbatim(text, at, unclosed)
      if (end === null) continue
      hidden.push([at, end, match[0] === '<!--' ? ' ' : FILLER])
      TOKEN.lastIndex = end
    }
  }
  if (hidden.length === 0) return text
  let [masked, done] = ['', 0]
  for (const [start, end, filler] of hidden) {
    masked += text.slice(done, start) + filler.repeat(end - start)
    done = end
  }
  return masked + text.slice(done)
}

/** Where a comment or a verbatim tag ends; null if it never does. A missing end tag is searched for only once. */
function endOfVerbatim(text: string, at: number, unclosed: Set<string>): number | null {
  if (text.startsWith('<!--', at)) {
    const end = text.indexOf('-->', at + 4)
    return end < 0 ? text.length : end + 3
  }
  const [tag, name = ''] = VERBATIM.exec(text.slice(at, at + MAX_TAG)) ?? []
  if (tag === undefined) return null
  if (tag.endsWith('/>')) return at + tag.length
  const closing = `</${name.toLowerCase()}`
  if (unclosed.has(closing)) return null
  const end = indexOfTag(text, closing, at + tag.length)
  if (end < 0) unclosed.add(closing)
  return end < 0 ? null : end
}

const MAX_TAG = 1000

/** End of the next closing tag in any case. */
function indexOfTag(text: string, closing: string, from: number): number {
  const pattern = new RegExp(`${closing}\\s{0,10}>`, 'gi')
  pattern.lastIndex = from
  return pattern.exec(text) ? pattern.lastIndex : -1
}
