// CSV files: a row per unit. The first row names the columns; without it they are source and target, after a location if
// there are more than two.

import { distinctIds } from '../distinct-ids.ts'
import { decode, decodeUtf8Or, newlineOf } from '../encoding.ts'
import type { CreateOptions, FileFormat, FileUnit, ParsedFile, ParseOptions } from '../format.ts'
import { failAt } from '../format-error.ts'
import { lineCounter } from '../lines.ts'
import { textFile, unit } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'
import { type CsvColumn, type CsvEntry, csvColumns, editCsv } from './edit.ts'
import { unguard } from './formulas.ts'
import { type CsvRow, detectDelimiter, firstDelimiter, scanCsv } from './scanner.ts'

export const csv = csvFormat('csv', 'CSV file', ['csv', 'tsv'])
// Two columns: the source or the key, then the text.
export const csvSimple = csvFormat('csv-simple', 'Simple CSV file', ['csv', 'txt'])

function csvFormat(id: string, name: string, extensions: readonly string[]): FileFormat {
  return {
    id,
    name,
    extensions,
    // Two columns may also have names, so the simple format must be chosen explicitly.
    recognises: () => id === 'csv',
    monolingual: false,
    takesTemplate: true,
    states: id === 'csv' ? ['fuzzy'] : [],
    flags: [],
    parse: (bytes, options = {}) => parseCsv(bytes, options, id),
    create: options => createCsv(options, id),
  }
}

function parseCsv(bytes: Uint8Array, options: ParseOptions, format: string): ParsedFile {
  const isSimple = format === 'csv-simple'
  const decoded = isSimple ? decodeUtf8Or('iso-8859-1', bytes, options) : decode(bytes, options)
  const { text } = decoded
  const delimiter = isSimple ? firstDelimiter(text) : detectDelimiter(text)
  const rows = scanCsv(text, delimiter, unitCounter(options))
  const named = columnsOf(rows[0])
  const columns = named ?? (isSimple ? simpleColumns(options) : unnamedColumns(text, rows))
  const entries = entriesOf(text, named === undefined ? rows : rows.slice(1), columns, options.byKey)
  return textFile({
    format,
    ...(isSimple && { declareUtf8: (each: string) => each }),
    decoded,
    units: entries.map(entry => entry.unit),
    edit: changes =>
      editCsv(changes, {
        text,
        newline: newlineOf(text, options.template?.layout.newline ?? '\r\n'),
        delimiter,
        columns,
        byKey: options.byKey !== undefined,
        header: named === undefined ? undefined : rows[0],
        entries,
      }),
  })
}

function columnsOf(row: CsvRow | undefined): Map<CsvColumn, number> | undefined {
  const columns = new Map<CsvColumn, number>()
  for (const [i, { value }] of row?.fields.entries() ?? []) {
    const name = csvColumns.find(column => column === value.trim().toLowerCase())
    if (name !== undefined && !columns.has(name)) columns.set(name, i)
  }
  const isComplete = columns.has('target') && (columns.has('source') || columns.has('id') || columns.has('context'))
  return isComplete ? columns : undefined
}

function simpleColumns({ byKey }: ParseOptions): Map<CsvColumn, number> {
  return new Map([
    [byKey === undefined ? 'source' : 'context', 0],
    ['target', 1],
  ])
}

function unnamedColumns(text: string, rows: readonly CsvRow[]): Map<CsvColumn, number> {
  const width = Math.max(0, ...rows.slice(0, 100).map(({ fields }) => fields.length))
  if (width === 1) failAt(text, 0, 'a file with one column cannot contain translations')
  const names: CsvColumn[] = width <= 2 ? ['source', 'target'] : ['location', 'source', 'target']
  return new Map(names.map((name, i) => [name, i]))
}

function entriesOf(
  text: string,
  rows: readonly CsvRow[],
  columns: ReadonlyMap<CsvColumn, number>,
  byKey: ParseOptions['byKey'],
): CsvEntry[] {
  const entries: CsvEntry[] = []
  // Spreadsheets may repeat texts.
  const distinct = distinctIds()
  const lineOf = lineCounter(text)
  for (const row of rows) {
    if (row.fields.every(({ value }) => value === '')) continue
    const unit = unitOf(row, columns, entries.length + 1, lineOf(row.start))
    const parsed = byKey === undefined ? unit : keyed(unit, byKey)
    entries.push({ unit: { ...parsed, id: distinct(parsed.id) }, row })
  }
  return entries
}

function unitOf(row: CsvRow, columns: ReadonlyMap<CsvColumn, number>, position: number, line: number): FileUnit {
  const cell = (name: CsvColumn) => {
    const column = columns.get(name)
    return column === undefined ? '' : unguard(row.fields[column]?.value ?? '')
  }
  const context = cell('context') || cell('id')
  const source = columns.has('source') ? [cell('source')] : []
  const target = cell('target')
  return unit({
    id: csvId(cell('id'), cell('context'), cell('source')),
    context,
    source,
    target: [target],
    fuzzy: /^(true|yes|1|x|fuzzy)$/i.test(cell('fuzzy').trim()),
    note: [cell('developer_comments'), cell('translator_comments')].filter(note => note !== '').join('\n'),
    location: cell('location'),
    position,
    line,
  })
}

/** A template with a key column may have its texts in the source column. */
function keyed(unit: FileUnit, byKey: 'template' | 'translation'): FileUnit {
  const [text = ''] = unit.source
  const key = unit.context || text
  const isUntranslated = unit.target[0] === '' && unit.context !== ''
  const target = byKey === 'template' && isUntranslated ? [text] : unit.target
  return { ...unit, id: key, context: key, source: [], target }
}

function csvId(id: string, context: string, source: string): string {
  return id !== '' ? id : context === '' ? source : `${context}\u0004${source}`
}

function createCsv(options: CreateOptions, format: string): Uint8Array {
  if (options.template === undefined) {
    if (format === 'csv-simple') return Buffer.of()
    return Buffer.from(`${csvColumns.map(column => `"${column}"`).join(',')}\r\n`)
  }
  const template = parseCsv(options.template, { maxBytes: options.maxBytes }, format)
  return template.serialize({ update: template.units.map(({ id }) => ({ id, target: [''], fuzzy: false })) })
}
