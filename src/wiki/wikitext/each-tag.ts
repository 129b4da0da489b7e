interface TagSearch {
  /** Matches a tag; sticky. */
  readonly tag: RegExp
  /** Whether a link starts here; it extends to its end tag. */
  beginsLink(text: string, at: number): boolean
  take(start: number, end: number): void
}

/** Visits the tags of a text; a link with its contents counts as one. */
export function eachTag(text: string, { tag, beginsLink, take }: TagSearch): void {
  let done = 0
  // End of the next link; -1 before the first search, and beyond the text once there are no more.
  let linkEnd = -1
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', Math.max(done, at + 1))) {
    let end = -1
    if (beginsLink(text, at)) {
      if (linkEnd < at) linkEnd = text.indexOf('</a>', at)
      if (linkEnd < 0) linkEnd = text.length
      if (linkEnd < text.length) end = linkEnd + '</a>'.length
    }
    if (end < 0) {
      tag.lastIndex = at
      if (tag.test(text)) end = tag.lastIndex
    }
    if (end < 0) continue
    take(at, end)
    done = end
  }
}
