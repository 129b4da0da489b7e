/** What goes on. The message of this name may have another sign for it. */
export const ELLIPSIS = '...'

const withoutBlanksBehind = (text: string): string => text.replace(/[ \t\n\r\0\v]+$/, '')

/** A text of at most so many characters. */
export function cutCharacters(text: string, room: number): string {
  if (text.length <= room) return text
  const characters = [...text]
  if (characters.length <= room) return text
  return withoutBlanksBehind(characters.slice(0, room - ELLIPSIS.length).join('')) + ELLIPSIS
}

/** A text of at most so many bytes. */
function cutBytes(text: string, room: number, ellipsis: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= room) return text
  let end = room - Buffer.byteLength(ellipsis)
  if (end <= 0) return ellipsis
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--
  return withoutBlanksBehind(bytes.toString('utf8', 0, end)) + ellipsis
}

/** The beginning of a page's text, to be told of in a line of at most so many bytes. */
export function excerptOf(text: string, room: number, ellipsis: string): string {
  const cut = cutBytes(text.replace(/[\r\n]/g, ' '), Math.max(0, room), ellipsis || ELLIPSIS)
  // A link that was cut would go on in whatever follows.
  return cut.replace(/\[\[([^\]]*)\]?$/, '$1')
}
