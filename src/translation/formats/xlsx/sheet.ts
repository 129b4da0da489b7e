// The rows of a sheet with their positions, and changes to its cells.

import { FormatError } from '../format-error.ts'
import type { Splice } from '../splice.ts'
import { removeNode, setContent } from '../xml/edit.ts'
import { elements, firstElement, localName, scanXml, type XmlElement } from '../xml/scanner.ts'
import { escapeText, textOf } from '../xml/text.ts'
import { columnOf, unescaped } from './read-xlsx.ts'
import { cellText } from './write-xlsx.ts'

const MAX_CELLS = 1_000_000
const MAX_COLUMNS = 100

export interface SheetRow {
  readonly element: XmlElement
  readonly cells: ReadonlyMap<number, XmlElement>
  readonly values: readonly string[]
}

export interface Sheet {
  readonly text: string
  readonly data: XmlElement
  readonly rows: readonly SheetRow[]
}

export function readSheet(text: string, shared: readonly string[]): Sheet {
  let count = 0
  const root = scanXml(text, 'worksheet', element => {
    if (localName(element) === 'c' && ++count > MAX_CELLS)
      throw new FormatError(`the spreadsheet has more than ${MAX_CELLS} cells`)
  })
  const data = firstElement(root, 'sheetData')
  if (data === undefined) throw new FormatError('the spreadsheet has no rows')
  const rows = elements(data, 'row').map(element => {
    const cells = new Map<number, XmlElement>()
    const values: string[] = []
    for (const cell of elements(element, 'c')) {
      const column = columnOf(cell.attributes.get('r')) ?? values.length
      if (column >= MAX_COLUMNS) continue
      while (values.length < column) values.push('')
      values[column] = valueOfCell(text, cell, shared)
      cells.set(column, cell)
    }
    return { element, cells, values }
  })
  return { text, data, rows }
}

function valueOfCell(text: string, cell: XmlElement, shared: readonly string[]): string {
  if (cell.attributes.get('t') === 'inlineStr') {
    const inline = firstElement(cell, 'is')
    return inline === undefined ? '' : unescaped(textsIn(text, inline))
  }
  const value = firstElement(cell, 'v')
  const raw = value === undefined ? '' : textOf(text, value)
  return cell.attributes.get('t') === 's' ? (shared[Number(raw)] ?? '') : unescaped(raw)
}

// Text in several fonts has several parts; phonetic readings are none.
function textsIn(text: string, element: XmlElement): string {
  return elements(element)
    .map(child => {
      const name = localName(child)
      return name === 't' ? textOf(text, child) : name === 'r' ? textsIn(text, child) : ''
    })
    .join('')
}

const columnName = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : columnName(Math.floor(column / 26) - 1) + columnName(column % 26)

function cellXml(value: string, place: string, prefix: string, style = ''): string {
  const text = `<${prefix}t xml:space="preserve">${escapeText(cellText(value))}</${prefix}t>`
  return `<${prefix}c r="${place}"${style} t="inlineStr"><${prefix}is>${text}</${prefix}is></${prefix}c>`
}

const prefixOf = ({ name }: XmlElement): string => name.slice(0, name.indexOf(':') + 1)

export function setCell({ text }: Sheet, { element, cells }: SheetRow, column: number, value: string): Splice[] {
  const cell = cells.get(column)
  const prefix = prefixOf(element)
  const place = `${columnName(column)}${element.attributes.get('r') ?? ''}`
  if (cell !== undefined) {
    const style = cell.attributes.get('s')
    const xml = cellXml(
      value,
      cell.attributes.get('r') ?? place,
      prefix,
      style === undefined ? '' : ` s="${escapeText(style)}"`,
    )
    return [{ start: cell.start, end: cell.end, text: xml }]
  }
  const before = [...cells].filter(([other]) => other < column).at(-1)?.[1]
  const xml = cellXml(value, place, prefix)
  if (before !== undefined) return [{ start: before.end, end: before.end, text: xml }]
  if (element.selfClosing) return setContent(text, element, xml)
  return [{ start: element.openEnd, end: element.openEnd, text: xml }]
}

export const removeRow = ({ text }: Sheet, { element }: SheetRow): Splice => removeNode(text, element)

// New rows go to the end, because those in between have numbers.
export function appendRows({ text, data, rows }: Sheet, added: readonly (readonly string[])[]): Splice[] {
  if (added.length === 0) return []
  const prefix = prefixOf(data)
  let number = rows.reduce((most, { element }) => Math.max(most, Number(element.attributes.get('r')) || 0), rows.length)
  const xml = added.map(values => {
    number++
    const cells = values.map((value, column) =>
      value === '' ? '' : cellXml(value, `${columnName(column)}${number}`, prefix),
    )
    return `<${prefix}row r="${number}">${cells.join('')}</${prefix}row>`
  })
  if (data.selfClosing) return setContent(text, data, xml.join(''))
  return [{ start: data.closeStart, end: data.closeStart, text: xml.join('') }]
}
