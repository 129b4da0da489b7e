// Changes to a CSV file.

import type { FileUnit, NewUnit } from '../format.ts'
import { FormatError } from '../format-error.ts'
import type { Splice } from '../splice.ts'
import { type CheckedChanges, shown, singleForm } from '../text-file.ts'
import { guardIfAmbiguous } from './formulas.ts'
import { type CsvRow, csvField } from './scanner.ts'

// The columns that a header may name.
export const csvColumns = [
  'location',
  'source',
  'target',
  'id',
  'fuzzy',
  'context',
  'translator_comments',
  'developer_comments',
] as const

export type CsvColumn = (typeof csvColumns)[number]

export interface CsvEntry {
  readonly unit: FileUnit
  readonly row: CsvRow
}

interface CsvFile {
  readonly text: string
  readonly newline: string
  readonly delimiter: string
  readonly columns: ReadonlyMap<CsvColumn, number>
  readonly byKey: boolean
  readonly header: CsvRow | undefined
  readonly entries: readonly CsvEntry[]
}

export function editCsv(changes: CheckedChanges, file: CsvFile): Splice[] {
  const splices: Splice[] = []
  for (const { unit, row } of file.entries) {
    const change = changes.update.get(unit.id)
    if (changes.remove.has(unit.id)) splices.push({ start: row.start, end: row.lineEnd, text: '' })
    else if (change !== undefined) {
      const cells = new Map<number, string>()
      const target = change.target && singleForm(change.target, unit.id)
      if (target !== undefined && target !== unit.target[0])
        cells.set(file.columns.get('target')!, guardIfAmbiguous(target))
      const fuzzy = file.columns.get('fuzzy')
      if (fuzzy !== undefined && change.fuzzy !== undefined && change.fuzzy !== unit.fuzzy) {
        cells.set(fuzzy, change.fuzzy ? 'True' : '')
      }
      splices.push(...setCells(row, cells, file.delimiter))
    }
  }
  return [...splices, ...additions(changes, file)]
}

function setCells(row: CsvRow, cells: ReadonlyMap<number, string>, delimiter: string): Splice[] {
  const splices: Splice[] = []
  const beyond = [...cells].filter(([column]) => column >= row.fields.length)
  for (const [column, value] of cells) {
    const field = row.fields[column]
    if (field !== undefined) splices.push({ start: field.start, end: field.end, text: csvField(value, field.quoted) })
  }
  // A row that is too short grows as far as needed.
  if (beyond.length > 0) {
    let text = ''
    for (let column = row.fields.length; column <= Math.max(...beyond.map(([i]) => i)); column++) {
      text += delimiter + csvField(cells.get(column) ?? '', row.fields.at(-1)!.quoted)
    }
    splices.push({ start: row.end, end: row.end, text })
  }
  return splices
}

function additions(changes: CheckedChanges, file: CsvFile): Splice[] {
  const { text, newline, entries } = file
  const byId = new Map(entries.map(entry => [entry.unit.id, entry.row]))
  const quoted = isMostlyQuoted(file)
  return changes.add.map(added => {
    const anchor =
      typeof added.after === 'string' ? byId.get(added.after) : added.after === null ? file.header : undefined
    const at = added.after === null ? (file.header?.lineEnd ?? 0) : (anchor?.lineEnd ?? text.length)
    const unended = at > 0 && !/[\r\n]/.test(text[at - 1]!)
    return { start: at, end: at, text: (unended ? newline : '') + rowText(added, file, quoted) + newline }
  })
}

function isMostlyQuoted({ header, entries }: CsvFile): boolean {
  const fields = [...(header?.fields ?? []), ...entries.slice(0, 100).flatMap(({ row }) => row.fields)]
  return fields.filter(field => field.quoted).length * 2 > fields.length
}

function rowText(added: NewUnit, { columns, delimiter, byKey }: CsvFile, quoted: boolean): string {
  const hasKeys = columns.has('context') || columns.has('id')
  const source = byKey && !hasKeys ? added.context : (added.source[0] ?? '')
  const cells: Partial<Record<CsvColumn, string>> = {
    location: added.location ?? '',
    source,
    target: singleForm(added.target, added.context || source),
    id: columns.has('context') ? '' : (added.id ?? added.context),
    fuzzy: added.fuzzy ? 'True' : '',
    context: added.context,
    developer_comments: added.note ?? '',
  }
  const target = cells.target!
  if (Object.values(cells).every(cell => cell === '')) throw new FormatError(`"${shown(target)}" would be an empty row`)
  const width = Math.max(...columns.values()) + 1
  const names = new Map([...columns].map(([name, column]) => [column, name]))
  const row = Array.from({ length: width }, (_, i) =>
    guardIfAmbiguous(cells[names.get(i) ?? 'translator_comments'] ?? ''),
  )
  return row.map(cell => csvField(cell, quoted)).join(delimiter)
}
