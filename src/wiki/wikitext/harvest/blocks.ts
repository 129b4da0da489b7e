// Tables and headings for link extraction: attributes of tables, rows and cells are dropped, and cell and heading
// markup becomes tags, so URLs end there.

const tableStart = /^:*[ \t]*\{\|/

/** Cells of one line. Text before a single pipe is attributes, unless it contains a link. */
function readCells(line: string, header: boolean): string {
  const cells = (header ? line.replaceAll('!!', '||') : line).split('||')
  let result = ''
  for (const cell of cells) {
    const bar = cell.indexOf('|')
    if (bar < 0) result += `<td>${cell}`
    else if (cell.slice(0, bar).includes('[[') || cell.slice(0, bar).includes('-{')) result += `<td>${cell}`
    else result += `<td>${cell.slice(bar + 1)}`
  }
  return result
}

function readHeading(line: string): string {
  let end = line.length
  while (end > 0 && (line.charCodeAt(end - 1) === 0x20 || line.charCodeAt(end - 1) === 0x09)) end--
  let level = 0
  while (level < 6 && line.charCodeAt(level) === 0x3d) level++
  let closing = 0
  while (closing < level && end - 1 - closing > closing && line.charCodeAt(end - 1 - closing) === 0x3d) closing++
  const signs = Math.min(level, closing)
  if (signs === 0 || end - signs <= signs) return line
  return `<h>${line.slice(signs, end - signs)}</h>`
}

class BlockReader {
  #tables = 0

  read(line: string): string {
    const first = line.charCodeAt(0)
    if (first === 0x3d && this.#tables === 0) return readHeading(line)
    if ((first === 0x7b || first === 0x3a || first === 0x20 || first === 0x09) && tableStart.test(line.trimStart())) {
      this.#tables++
      return '<table>'
    }
    if (this.#tables === 0) return line
    return this.#insideTable(line)
  }

  #insideTable(line: string): string {
    const trimmed = line.trim()
    if (trimmed.startsWith('|}')) {
      this.#tables--
      return `</table>${trimmed.slice(2)}`
    }
    if (trimmed.startsWith('|-')) return '<tr>'
    if (trimmed.startsWith('|+')) return readCells(trimmed.slice(2), false)
    if (trimmed.startsWith('|')) return readCells(trimmed.slice(1), false)
    if (trimmed.startsWith('!')) return readCells(trimmed.slice(1), true)
    return line.startsWith('=') ? readHeading(line) : line
  }
}

export function reduceBlocks(text: string): string {
  if (!text.includes('{|')) return reduceHeadings(text)
  const reader = new BlockReader()
  let result = ''
  let done = 0
  for (let start = 0; start <= text.length; ) {
    let end = text.indexOf('\n', start)
    if (end < 0) end = text.length
    if (mayBeMarked(text.charCodeAt(start))) {
      const line = text.slice(start, end)
      const read = reader.read(line)
      if (read !== line) {
        result += text.slice(done, start) + read
        done = end
      }
    }
    start = end + 1
  }
  return done === 0 && result === '' ? text : result + text.slice(done)
}

/** Whether a line could be table or heading markup, by its first character. */
function mayBeMarked(first: number): boolean {
  if (first > 0x20 && first < 0x7f) {
    return first === 0x7b || first === 0x7c || first === 0x21 || first === 0x3d || first === 0x3a
  }
  return !(first >= 0xc0 && first < 0x1680)
}

function reduceHeadings(text: string): string {
  let at = text.startsWith('=') ? 0 : text.indexOf('\n=') + 1
  if (at === 0 && !text.startsWith('=')) return text
  let result = ''
  let done = 0
  for (;;) {
    const end = text.indexOf('\n', at)
    result += text.slice(done, at) + readHeading(end < 0 ? text.slice(at) : text.slice(at, end))
    if (end < 0) return result
    done = end
    const next = text.indexOf('\n=', end)
    if (next < 0) return result + text.slice(done)
    at = next + 1
  }
}
