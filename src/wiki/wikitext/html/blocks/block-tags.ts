// Tags that end a paragraph. After some of them text stands alone, after others paragraphs resume.

const headings = 'h1|h2|h3|h4|h5|h6'

/** Starts of rows, lists and headings, and ends of their parts. */
const bare = new RegExp(
  `<(?:(?:table|${headings}|pre|tr|caption|p|ul|ol|dl|li|dt|dd)|/(?:tr|caption|td|th|dd|dt|li))\\b`,
  'i',
)

/** Tags followed by normal text. */
const flowing = new RegExp(
  '<(?:' +
    `/(?:table|${headings}|pre|p|ul|ol|dl)\\b|/?(?:center|blockquote|div|hr|aside|section|figure)\\b|(?:td|th)\\b|/?mw:)`,
  'i',
)

interface BlockTags {
  /** Whether paragraphs resume on the next line. */
  readonly flowing: boolean
}

export const opensPre = (line: string) => /<pre\b/i.test(line)
export const closesPre = (line: string) => /<\/pre\b/i.test(line)

/** Null for a line without block tags. */
export function blockTags(line: string): BlockTags | null {
  if (!line.includes('<')) return null
  const isFlowing = flowing.test(line)
  if (!isFlowing && !bare.test(line)) return null
  return { flowing: isFlowing }
}

/** Whether the line leaves a blockquote open; null when it has none. */
export function leavesQuotation(line: string): boolean | null {
  const lower = line.toLowerCase()
  const opened = lower.lastIndexOf('<blockquote')
  const closed = lower.lastIndexOf('</blockquote')
  return opened < 0 && closed < 0 ? null : opened > closed
}
