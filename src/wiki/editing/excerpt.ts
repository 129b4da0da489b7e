/** Default ellipsis; the interface message of that name can override it. */
export const ELLIPSIS = '...'

const withoutBlanksBehind = (text: string): string => text.replace(/[ \t\n\r\0\v]+$/, '')

/** Shortens a text to at most `room` characters. */
export function cutCharacters(text: string, room: number): string {
  if (text.length <= room) return text
  const characters = [...text]
  if (characters.length <= room) return text
  return withoutBlanksBehind(characters.slice(0, room - ELLIPSIS.length).join('')) + ELLIPSIS
}

/** Shortens a text to at most `room` bytes. */
function cutBytes(text: string, room: number, ellipsis: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= room) return text
  let end = room - Buffer.byteLength(ellipsis)
  if (end <= 0) return ellipsis
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--
  return withoutBlanksBehind(bytes.toString('utf8', 0, end)) + ellipsis
}

/** The start of a page's text on one line of at most `room` bytes. */
export function excerptOf(text: string, room: number, ellipsis: string): string {
  const cut = cutBytes(text.replace(/[\r\n]/g, ' '), Math.max(0, room), ellipsis || ELLIPSIS)
  // A truncated link would swallow the text after it.
  return cut.replace(/\[\[([^\]]*)\]?$/, '$1')
}
