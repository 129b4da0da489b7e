import { ByteWindow } from '../byte-window.ts'
import { DumpError } from '../dump-error.ts'
import { parseCreateTable } from './create-table.ts'
import { parseInsertHead } from './insert-head.ts'
import type { SqlForm, SqlSelection, SqlTable, SqlValue } from './sql-table.ts'
import { type StatementEnd, statementEnd } from './statement-end.ts'
import { TupleScanner } from './tuple-scanner.ts'
import { decodeValue, ValueProblem } from './value-decoder.ts'

/** Consecutive rows of one table. */
export interface SqlRows {
  readonly table: SqlTable
  /** Values of the selected columns; empty when the table is not selected. */
  readonly rows: SqlValue[][]
  /** Rows read, selected or not. */
  readonly count: number
  /** Where to resume after these rows. */
  readonly next: SqlPosition
}

/** Everything needed to resume at a position in the file; plain data, so it can be stored. */
export interface SqlPosition {
  readonly position: number
  readonly tables: readonly SqlTable[]
  /** Set inside an `INSERT`: its table, with the columns its rows have. */
  readonly insert: SqlTable | undefined
  readonly announced: boolean
}

/** Called for every table the file declares, even without rows. */
export type OnTable = (table: SqlTable) => void

export type SelectColumns = (table: SqlTable) => SqlSelection | undefined

interface Pick {
  readonly index: number
  readonly form: SqlForm
  readonly name: string
}

const OPEN = 0x28
const COMMA = 0x2c
const SEMICOLON = 0x3b
const MAX_STATEMENT = 16 * 1024 * 1024
const MAX_ROW = 512 * 1024 * 1024
const HEAD_PEEK = 64 * 1024

/** Converts a `mysqldump` file into rows. Skips everything except `CREATE TABLE`, `INSERT` and `REPLACE`. */
export class SqlScanner {
  readonly #file: string
  readonly #select: SelectColumns
  readonly #onTable: OnTable
  readonly #window: ByteWindow
  readonly #tuple = new TupleScanner()
  readonly #tables = new Map<string, SqlTable>()
  #insert: SqlTable | undefined
  #picks: readonly Pick[] | undefined
  #needsComma = false
  #rowEnd = 0
  #delimiter = ';'
  #announced = false
  #completed = false
  #batch: { rows: SqlValue[][]; count: number } = { rows: [], count: 0 }
  #out: SqlRows[] = []

  constructor(file: string, select: SelectColumns, resume?: SqlPosition, onTable: OnTable = () => {}) {
    this.#file = file
    this.#select = select
    this.#onTable = onTable
    this.#window = new ByteWindow(resume?.position ?? 0)
    for (const table of resume?.tables ?? []) this.#tables.set(table.name, table)
    this.#announced = resume?.announced ?? false
    if (resume?.insert !== undefined) {
      this.#enter(resume.insert)
      this.#needsComma = true
    }
  }

  push(chunk: Buffer): SqlRows[] {
    this.#window.append(chunk)
    this.#out = []
    while (this.#insert === undefined ? this.#statement(false) : this.#row()) {}
    this.#flush()
    return this.#out
  }

  finish(): void {
    const window = this.#window
    if (this.#insert === undefined) while (this.#statement(true)) {}
    const end = window.positionOf(window.end)
    if (this.#insert !== undefined) throw this.#error('is truncated inside an INSERT', end)
    if (window.unread > 0) throw this.#error('is truncated inside a statement', end)
    if (this.#announced && !this.#completed) {
      throw this.#error('is truncated: the final line "-- Dump completed" is missing', end)
    }
  }

  /** One step between statements; false when more bytes are needed. */
  #statement(atEnd: boolean): boolean {
    const window = this.#window
    while (window.start < window.end && window.bytes[window.start]! <= 0x20) window.start++
    if (window.unread === 0) return false
    const view = window.bytes.subarray(window.start, window.end)
    const end = statementEnd(view, this.#delimiter, atEnd)
    if (end === 'more') {
      if (view.length > MAX_STATEMENT) throw this.#error(`has a statement longer than ${MAX_STATEMENT} bytes`)
      return false
    }
    if (end.kind === 'insert') return this.#insertHead(view)
    if (end.kind === 'bad') throw this.#error(end.problem)
    this.#note(view, end)
    window.start += end.length
    return true
  }

  #note(view: Buffer, end: StatementEnd & { kind: 'comment' | 'delimiter' | 'statement' }): void {
    if (end.kind === 'delimiter') this.#delimiter = end.delimiter
    else if (end.kind === 'comment') {
      const line = view.toString('latin1', 0, Math.min(end.length, 40))
      if (/^-- (MySQL|MariaDB) dump /.test(line)) this.#announced = true
      else if (line.startsWith('-- Dump completed')) this.#completed = true
    } else if (/^create\b/i.test(view.toString('latin1', 0, 7))) {
      const table = parseCreateTable(view.toString('utf8', 0, end.length))
      if (table === undefined) return
      this.#tables.set(table.name, table)
      this.#onTable(table)
    }
  }

  #insertHead(view: Buffer): boolean {
    const text = view.toString('utf8', 0, Math.min(view.length, HEAD_PEEK))
    const head = parseInsertHead(text)
    if (head === undefined) {
      if (view.length < HEAD_PEEK && !text.includes(';')) return false
      throw this.#error('has an unsupported INSERT')
    }
    const declared = this.#tables.get(head.table)
    if (declared === undefined && head.columns === undefined) {
      throw this.#error(`inserts into "${head.table}" without naming columns, and without a preceding CREATE TABLE`)
    }
    const types = new Map(declared?.columns.map(column => [column.name, column.type]))
    const columns = head.columns?.map(name => ({ name, type: types.get(name) ?? '' }))
    this.#enter(columns === undefined ? declared! : { name: head.table, columns })
    this.#window.start += Buffer.byteLength(text.slice(0, head.length))
    return true
  }

  #enter(table: SqlTable): void {
    this.#insert = table
    this.#needsComma = false
    this.#picks = this.#select(table)?.map(([name, form]) => {
      const index = table.columns.findIndex(column => column.name === name)
      if (index === -1) throw this.#error(`has a table "${table.name}" without the column "${name}"`)
      return { index, form, name }
    })
  }

  /** One step inside an INSERT; false when more bytes are needed. */
  #row(): boolean {
    const window = this.#window
    while (window.start < window.end && window.bytes[window.start]! <= 0x20) window.start++
    if (window.unread === 0) return false
    const byte = window.bytes[window.start]!
    if (byte === OPEN && !this.#needsComma) return this.#oneTuple()
    if (byte === COMMA && this.#needsComma) this.#needsComma = false
    else if (byte === SEMICOLON && this.#needsComma) {
      this.#flush()
      this.#insert = undefined
    } else throw this.#error('has something other than rows after VALUES')
    window.start++
    return true
  }

  #oneTuple(): boolean {
    const window = this.#window
    const tuple = this.#tuple
    const length = tuple.scan(window)
    if (length === 0) {
      if (window.unread > MAX_ROW) throw this.#error(`has a row longer than ${MAX_ROW} bytes`)
      return false
    }
    if (length < 0) throw this.#error('has a malformed row')
    const expected = this.#insert!.columns.length
    if (tuple.count !== expected) throw this.#error(`has a row of ${tuple.count} values where ${expected} are declared`)
    if (this.#picks !== undefined) this.#batch.rows.push(this.#decode(this.#picks))
    this.#batch.count++
    tuple.reset()
    window.start += length
    this.#rowEnd = window.positionOf(window.start)
    this.#needsComma = true
    return true
  }

  #decode(picks: readonly Pick[]): SqlValue[] {
    const { bytes, start } = this.#window
    const { starts, ends, kinds } = this.#tuple
    const row: SqlValue[] = new Array(picks.length)
    for (let i = 0; i < picks.length; i++) {
      const { index, form, name } = picks[i]!
      try {
        row[i] = decodeValue(bytes, start + starts[index]!, start + ends[index]!, kinds[index]!, form)
      } catch (error) {
        if (!(error instanceof ValueProblem)) throw error
        throw this.#error(`has an invalid value in column "${name}": ${error.message}`)
      }
    }
    return row
  }

  #flush(): void {
    const { rows, count } = this.#batch
    if (count === 0) return
    this.#batch = { rows: [], count: 0 }
    this.#out.push({
      table: this.#insert!,
      rows,
      count,
      next: {
        position: this.#rowEnd,
        tables: [...this.#tables.values()],
        insert: this.#insert,
        announced: this.#announced,
      },
    })
  }

  #error(problem: string, position = this.#window.positionOf(this.#window.start)): DumpError {
    const place = { file: this.#file, position, unit: 'decompressed' as const }
    return new DumpError(
      problem,
      this.#insert === undefined ? place : { ...place, inside: `table ${this.#insert.name}` },
    )
  }
}
