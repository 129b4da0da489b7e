// Tags that end a paragraph. After some of them text stands on its own, after the others paragraphs begin again.

const headings = 'h1|h2|h3|h4|h5|h6'

/** A row, a list or a heading begins, or what follows belongs to one. */
const bare = new RegExp(
  `<(?:(?:table|${headings}|pre|tr|caption|p|ul|ol|dl|li|dt|dd)|/(?:tr|caption|td|th|dd|dt|li))\\b`,
  'i',
)

/** What stands after these is text like any other. */
const flowing = new RegExp(
  '<(?:' +
    `/(?:table|${headings}|pre|p|ul|ol|dl)\\b|/?(?:center|blockquote|div|hr|aside|section|figure)\\b|(?:td|th)\\b|/?mw:)`,
  'i',
)

interface BlockTags {
  /** Paragraphs begin again on the next line. */
  readonly flowing: boolean
}

export const opensPre = (line: string) => /<pre\b/i.test(line)
export const closesPre = (line: string) => /<\/pre\b/i.test(line)

/** Null for a line without tags of blocks. */
export function blockTags(line: string): BlockTags | null {
  if (!line.includes('<')) return null
  const isFlowing = flowing.test(line)
  if (!isFlowing && !bare.test(line)) return null
  return { flowing: isFlowing }
}

/** Whether the line leaves a quotation open; null when it says nothing on it. */
export function leavesQuotation(line: string): boolean | null {
  const lower = line.toLowerCase()
  const opened = lower.lastIndexOf('<blockquote')
  const closed = lower.lastIndexOf('</blockquote')
  return opened < 0 && closed < 0 ? null : opened > closed
}
