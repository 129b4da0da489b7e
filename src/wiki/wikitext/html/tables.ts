// Tables: lines that start with table markup become tags; text in between is left to later steps.

import { tagAttributes } from '../sanitize/attributes.ts'
import { trim, trimEnd } from '../text.ts'

interface OpenTable {
  /** The open cell or caption, if any. */
  cell: '' | 'td' | 'th' | 'caption'
  insideRow: boolean
  hasRow: boolean
  /** Attributes of the row, which starts with its first cell. */
  rowAttributes: string
}

const start = /^(:*)[\t\n\v\f\r ]*\{\|(.*)$/s

export function tablesToHtml(text: string, unstrip: (text: string) => string): string {
  if (!text.includes('{|')) return text
  const writer = new TableWriter(unstrip)
  const lines: string[] = []
  for (const line of text.split('\n')) lines.push(writer.line(line))
  const html = lines.concat(writer.finish()).join('\n')
  // An empty table produces nothing.
  return html === '<table>\n<tr><td></td></tr>\n</table>' ? '' : html
}

class TableWriter {
  readonly #unstrip: (text: string) => string
  readonly #open: OpenTable[] = []
  /** Number of colons before the last table. They apply to enclosing tables as well. */
  #indent = 0

  constructor(unstrip: (text: string) => string) {
    this.#unstrip = unstrip
  }

  line(line: string): string {
    const trimmed = trim(line)
    const first = trimmed[0]
    if (first === '{' || first === ':') {
      const match = start.exec(trimmed)
      if (match) return this.#begin(match[1]!.length, match[2]!)
    }
    const table = this.#open.at(-1)
    if (!table) return line
    if (first === '!') return this.#cells(table, withBars(trimmed.slice(1)), 'th')
    if (first !== '|') return line
    if (trimmed[1] === '}') return this.#end(table, trimmed.slice(2))
    if (trimmed[1] === '-') return this.#row(table, trimmed)
    if (trimmed[1] === '+') return this.#cells(table, trimmed.slice(2), 'caption')
    return this.#cells(table, trimmed.slice(1), 'td')
  }

  #attributes(source: string, element: string): string {
    return tagAttributes(this.#unstrip(source), element)
  }

  #begin(indent: number, attributes: string): string {
    this.#indent = indent
    this.#open.push({ cell: '', insideRow: false, hasRow: false, rowAttributes: '' })
    return `${'<dl><dd>'.repeat(indent)}<table${this.#attributes(attributes, 'table')}>`
  }

  #end(table: OpenTable, rest: string): string {
    this.#open.pop()
    const html = `${closeCell(table)}${table.insideRow ? '</tr>' : ''}${table.hasRow ? '' : '<tr><td></td></tr>'}</table>${rest}`
    return this.#indent > 0 ? trimEnd(html) + '</dd></dl>'.repeat(this.#indent) : html
  }

  #row(table: OpenTable, line: string): string {
    const html = closeCell(table) + (table.insideRow ? '</tr>' : '')
    table.insideRow = false
    table.hasRow = true
    table.rowAttributes = this.#attributes(line.replace(/^\|-+/, ''), 'tr')
    return html
  }

  #cells(table: OpenTable, line: string, element: 'td' | 'th' | 'caption'): string {
    let html = ''
    for (const cell of line.split('||')) {
      const closed = table.cell === '' ? '' : `${closeCell(table)}\n`
      html += closed
      if (element !== 'caption' && !table.insideRow) {
        html += `<tr${table.rowAttributes}>\n`
        table.rowAttributes = ''
        table.insideRow = true
        table.hasRow = true
      }
      table.cell = element
      html += this.#cell(cell, element)
    }
    return html
  }

  /** Text before a single pipe is attributes, unless a link or language conversion starts in it. */
  #cell(cell: string, element: string): string {
    const bar = cell.indexOf('|')
    const before = bar < 0 ? cell : cell.slice(0, bar)
    if (bar < 0 || before.includes('[[') || before.includes('-{')) return `<${element}>${trim(cell)}`
    return `<${element}${this.#attributes(before, element)}>${trim(cell.slice(bar + 1))}`
  }

  /** Closes the remaining tables. */
  finish(): string[] {
    const lines: string[] = []
    for (let table = this.#open.pop(); table; table = this.#open.pop()) {
      if (table.cell !== '') lines.push('</td>')
      if (table.insideRow) lines.push('</tr>')
      if (!table.hasRow) lines.push('<tr><td></td></tr>')
      lines.push('</table>')
    }
    return lines
  }
}

function closeCell(table: OpenTable): string {
  if (table.cell === '') return ''
  const html = `</${table.cell}>`
  table.cell = ''
  return html
}

/** Header cells may be separated by `!!`, except inside tags. */
function withBars(line: string): string {
  if (!line.includes('!!')) return line
  const end = line.lastIndexOf('>') + 1
  const tagged = line.slice(0, end).replace(/<[^>]*>|!!/g, found => (found === '!!' ? '||' : found))
  return tagged + line.slice(end).replaceAll('!!', '||')
}
