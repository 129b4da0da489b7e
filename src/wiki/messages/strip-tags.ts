const COMMENT = /<!--[\s\S]*?(?:-->|$)/y
const DECLARATION = /<[!?][^>]*(?:>|$)/y
// An unclosed quotation mark takes the rest, so every character is scanned once.
const TAG = /<\/?([A-Za-z][^\s/>]*)(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^"'>])*(?:>|$)/y
const WITHOUT_TEXT = new Map([
  ['script', /<\/script/gi],
  ['style', /<\/style/gi],
])

/**
 * Removes tags as a browser would parse them: comments go, scripts and styles go with their contents, an unclosed tag
 * takes the rest with it, and a `<` before anything but a letter is literal.
 */
export function stripTags(text: string): string {
  let result = ''
  let done = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', Math.max(done, at + 1))) {
    const end = endOfMarkup(text, at)
    if (end === null) continue
    result += text.slice(done, at)
    done = end
  }
  return result + text.slice(done)
}

function endOfMarkup(text: string, at: number): number | null {
  for (const pattern of [COMMENT, DECLARATION, TAG]) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found) continue
    const content = found[0][1] === '/' ? undefined : WITHOUT_TEXT.get(found[1]?.toLowerCase() ?? '')
    return content ? endOfContent(text, pattern.lastIndex, content) : pattern.lastIndex
  }
  return null
}

/** The end tag itself is removed as the next piece of markup. */
function endOfContent(text: string, from: number, end: RegExp): number {
  end.lastIndex = from
  return end.exec(text)?.index ?? text.length
}
