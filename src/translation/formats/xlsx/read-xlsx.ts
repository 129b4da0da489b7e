// Reads the first sheet of a workbook as rows of texts.

import { SaxesParser } from 'saxes'
import { defaultMaxBytes } from '../format.ts'
import { FormatError } from '../format-error.ts'
import { readZip } from '../zip/read-zip.ts'

export const LIMITS = { maxFiles: 2000, maxBytes: defaultMaxBytes }
const MAX_CELLS = 1_000_000
const MAX_COLUMNS = 100

export const isNeeded = (name: string): boolean =>
  name === 'xl/workbook.xml' ||
  name === 'xl/_rels/workbook.xml.rels' ||
  name === 'xl/sharedStrings.xml' ||
  name.startsWith('xl/worksheets/')

export async function readXlsx(content: Uint8Array): Promise<string[][]> {
  const files = await readZip(content, isNeeded, LIMITS)
  const sheet = files.get(firstSheet(files))
  if (sheet === undefined) throw new FormatError('the archive contains no spreadsheet')
  const shared = files.get('xl/sharedStrings.xml')
  return rowsOf(sheet, shared === undefined ? [] : sharedStrings(shared))
}

/** The path of the first sheet: the workbook names a relation, and the relation a file. */
export function firstSheet(files: ReadonlyMap<string, Buffer>): string {
  let id = ''
  const usual = 'xl/worksheets/sheet1.xml'
  const workbook = files.get('xl/workbook.xml')
  const links = files.get('xl/_rels/workbook.xml.rels')
  if (workbook === undefined || links === undefined) return usual
  scan(workbook, {
    open: (name, attributes) => {
      if (name === 'sheet' && id === '') id = attributes['r:id'] ?? ''
    },
  })
  let target = ''
  scan(links, {
    open: (name, attributes) => {
      if (name === 'Relationship' && attributes.Id === id) target = attributes.Target ?? ''
    },
  })
  if (target === '') return usual
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

export function sharedStrings(file: Buffer): string[] {
  const strings: string[] = []
  collect(file, 'si', text => strings.push(text))
  return strings
}

/** Calls `take` with the text of each element of a name, without phonetic readings. */
function collect(file: Buffer, element: string, take: (text: string) => void): void {
  let text: string | null = null
  let inText = false
  let readings = 0
  scan(file, {
    open: name => {
      if (name === element) text = ''
      else if (name === 'rPh') readings++
      else if (name === 't') inText = true
    },
    text: chunk => {
      if (inText && readings === 0 && text !== null) text += chunk
    },
    close: name => {
      if (name === 'rPh') readings--
      else if (name === 't') inText = false
      else if (name === element && text !== null) {
        take(unescaped(text))
        text = null
      }
    },
  })
}

function rowsOf(file: Buffer, shared: readonly string[]): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cells = 0
  let type = ''
  let column = 0
  let text = ''
  let inValue = false
  scan(file, {
    open: (name, attributes) => {
      if (name === 'row') row = []
      else if (name === 'c') {
        if (++cells > MAX_CELLS) throw new FormatError(`the spreadsheet has more than ${MAX_CELLS} cells`)
        type = attributes.t ?? 'n'
        column = columnOf(attributes.r) ?? row.length
        text = ''
      } else if (name === 'v' || name === 't') inValue = true
    },
    text: chunk => {
      if (inValue) text += chunk
    },
    close: name => {
      if (name === 'v' || name === 't') inValue = false
      else if (name === 'c' && column < MAX_COLUMNS) {
        while (row.length < column) row.push('')
        row[column] = type === 's' ? (shared[Number(text)] ?? '') : unescaped(text)
      } else if (name === 'row') rows.push(row)
    },
  })
  return rows
}

/** `C7` is in the third column. */
export function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d*$/.exec(reference ?? '')?.[1]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

export const unescaped = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

interface Events {
  open?: (name: string, attributes: Record<string, string>) => void
  text?: (chunk: string) => void
  close?: (name: string) => void
}

/** Element names without namespace prefixes, which some programs use. */
function scan(file: Buffer, { open, text, close }: Events): void {
  const parser = new SaxesParser()
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('error', error => {
    throw new FormatError(`the spreadsheet cannot be read: ${error.message}`)
  })
  if (open) parser.on('opentag', tag => open(local(tag.name), tag.attributes as Record<string, string>))
  if (text) parser.on('text', text)
  if (close) parser.on('closetag', tag => close(local(tag.name)))
  parser.write(file.toString('utf8')).close()
}
