// Excel workbooks as files of a component: the first sheet has a row per string, with the columns of CSV files. Only the
// changed cells of the sheet differ; all other parts of the workbook keep their bytes.

import { csv } from '../csv/csv.ts'
import { csvColumns } from '../csv/edit.ts'
import { guardIfAmbiguous, unguard } from '../csv/formulas.ts'
import { csvField, scanCsv } from '../csv/scanner.ts'
import {
  type CreateOptions,
  defaultMaxBytes,
  type FileChanges,
  type FileFormat,
  type ParsedFile,
  type ParseOptions,
} from '../format.ts'
import { FormatError } from '../format-error.ts'
import { applySplices, type Splice } from '../splice.ts'
import { decodeXml } from '../xml/scanner.ts'
import { isZip, readZipSync } from '../zip/read-zip.ts'
import { replaceEntry } from '../zip/replace-entry.ts'
import { firstSheet, isNeeded, LIMITS, sharedStrings } from './read-xlsx.ts'
import { appendRows, readSheet, removeRow, type Sheet, setCell } from './sheet.ts'
import { toXlsx } from './write-xlsx.ts'

export const xlsx: FileFormat = {
  id: 'xlsx',
  name: 'Excel Open XML',
  extensions: ['xlsx'],
  monolingual: false,
  takesTemplate: true,
  states: ['fuzzy'],
  flags: [],
  parse: parseXlsx,
  create: createXlsx,
}

// A column of our own tells the rows apart after changes.
const MARK = 'parlance_row'

function parseXlsx(bytes: Uint8Array, options: ParseOptions = {}): ParsedFile {
  const limit = options.maxBytes ?? defaultMaxBytes
  if (bytes.length > limit) throw new FormatError(`the file has ${bytes.length} bytes, the limit is ${limit}`)
  if (!isZip(bytes)) throw new FormatError('the file is no workbook')
  const files = readZipSync(bytes, isNeeded, LIMITS)
  const name = firstSheet(files)
  const part = files.get(name)
  if (part === undefined) throw new FormatError('the archive contains no spreadsheet')
  const shared = files.get('xl/sharedStrings.xml')
  const { text } = decodeXml(part, {})
  const sheet = readSheet(text, shared === undefined ? [] : sharedStrings(shared))
  const table = csv.parse(Buffer.from(tableOf(sheet)), { ...options, encoding: 'utf-8' })
  return {
    ...table,
    format: 'xlsx',
    serialize: changes => {
      if (changes === undefined || isNone(changes)) return bytes
      const splices = changedCells(sheet, Buffer.from(table.serialize(changes)).toString())
      return replaceEntry(Buffer.from(bytes), name, Buffer.from(applySplices(text, splices)))
    },
  }
}

const isNone = ({ update = [], add = [], remove = [] }: FileChanges): boolean =>
  update.length === 0 && add.length === 0 && remove.length === 0

const widthOf = ({ rows }: Sheet): number => rows.reduce((most, { values }) => Math.max(most, values.length), 0)

// The sheet as CSV, with the number of each row behind its cells.
function tableOf(sheet: Sheet): string {
  const names = sheet.rows[0]?.values.map(value => value.trim().toLowerCase()) ?? []
  if (!names.some(name => (csvColumns as readonly string[]).includes(name)))
    throw new FormatError(`the first row of the sheet must name the columns: ${csvColumns.join(', ')}`)
  const width = widthOf(sheet)
  const lines = sheet.rows.map(({ values }, i) => {
    const cells = Array.from({ length: width }, (_, column) => guardIfAmbiguous(values[column] ?? ''))
    return [...cells, cells.every(cell => cell === '') ? '' : i === 0 ? MARK : String(i)]
      .map(cell => csvField(cell, true))
      .join(',')
  })
  return `${lines.join('\r\n')}\r\n`
}

function changedCells(sheet: Sheet, table: string): Splice[] {
  const width = widthOf(sheet)
  const splices: Splice[] = []
  const kept = new Set<number>([0])
  const added: string[][] = []
  for (const { fields } of scanCsv(table, ',').slice(1)) {
    const values = fields.slice(0, width).map(({ value }) => unguard(value))
    const mark = fields[width]?.value ?? ''
    if (mark === '') {
      if (values.some(value => value !== '')) added.push(values)
      continue
    }
    const row = sheet.rows[Number(mark)]!
    kept.add(Number(mark))
    values.forEach((value, column) => {
      if (value !== (row.values[column] ?? '')) splices.push(...setCell(sheet, row, column, value))
    })
  }
  sheet.rows.forEach((row, i) => {
    const isBlank = row.values.every(value => value === '')
    if (!kept.has(i) && !isBlank) splices.push(removeRow(sheet, row))
  })
  return [...splices, ...appendRows(sheet, added)]
}

function createXlsx({ language, sourceLanguage = 'en', template, maxBytes }: CreateOptions): Uint8Array {
  if (template === undefined) return toXlsx([], { sourceLanguage, targetLanguage: language, project: '' })
  const file = parseXlsx(template, { maxBytes })
  return file.serialize({ update: file.units.map(({ id }) => ({ id, target: [''], fuzzy: false })) })
}
