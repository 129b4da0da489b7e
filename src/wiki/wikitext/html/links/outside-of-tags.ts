const tag = /<[^>\n]*>/y

/** Changes what stands outside of tags, and outside of links with all that is in them. */
export function outsideOfTags(text: string, change: (piece: string) => string): string {
  let result = ''
  let done = 0
  // Where the next link ends; -1 before the first search, and beyond the text once there are no more.
  let linkEnd = -1
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', Math.max(done, at + 1))) {
    let end = -1
    if (/^<a[ \t\r\n>]/.test(text.slice(at, at + 3))) {
      if (linkEnd < at) linkEnd = text.indexOf('</a>', at)
      if (linkEnd < 0) linkEnd = text.length
      if (linkEnd < text.length) end = linkEnd + 4
    }
    if (end < 0) {
      tag.lastIndex = at
      if (tag.test(text)) end = tag.lastIndex
    }
    if (end < 0) continue
    result += change(text.slice(done, at)) + text.slice(at, end)
    done = end
  }
  return result + change(text.slice(done))
}
