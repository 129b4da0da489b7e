// Converts heading lines to elements.

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09

/** One line as a heading, or null. */
function heading(line: string): string | null {
  let end = line.length
  while (end > 0 && isBlank(line.charCodeAt(end - 1))) end--
  let level = 0
  while (level < 6 && line.charCodeAt(level) === 0x3d) level++
  let closing = 0
  while (closing < level && line.charCodeAt(end - 1 - closing) === 0x3d) closing++
  level = Math.min(level, closing, Math.floor((end - 1) / 2))
  if (level < 1) return null
  return `<h${level}>${line.slice(level, end - level).trim()}</h${level}>`
}

const emptyLines = /(?:\s*\n)?/y

/** Blank lines after a heading are removed. */
export function headingsToHtml(text: string): string {
  let at = text.startsWith('=') ? 0 : text.indexOf('\n=') + 1
  if (at === 0 && !text.startsWith('=')) return text
  let result = ''
  let done = 0
  while (at >= 0) {
    const found = text.indexOf('\n', at)
    const end = found < 0 ? text.length : found
    const html = heading(text.slice(at, end))
    let next = end
    if (html !== null) {
      result += text.slice(done, at) + html
      emptyLines.lastIndex = end
      emptyLines.exec(text)
      // Keeps the last line break, which ends the heading's line.
      next = emptyLines.lastIndex > end ? emptyLines.lastIndex - 1 : end
      if (/^\s*$/.test(text.slice(next))) next = text.length
      done = next
    }
    const following = text.indexOf('\n=', next)
    at = following < 0 ? -1 : following + 1
  }
  return result + text.slice(done)
}
