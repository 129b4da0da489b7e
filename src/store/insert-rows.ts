import { CompiledQuery, sql } from 'kysely'
import { isPostgres } from './engine.ts'
import { runLater } from './run-later.ts'
import type { Writer } from './store.ts'

export type CellValue = number | string | Buffer | null
export type Row = readonly CellValue[]

/** SQLite binds at most 32,766 values. More rows per statement do not make it faster. */
const MAX_BOUND = 30_000
const MAX_ROWS = 512

/** PostgreSQL rejects rows whose texts are too long for an index; SQLite has no such limit. */
const MAX_INDEXED_BYTES = 2000

/** Whether a text can be stored in an indexed column. */
export const fitsIndex = (tx: Writer, text: string): boolean =>
  !isPostgres(tx) || Buffer.byteLength(text) <= MAX_INDEXED_BYTES

/** Inserts rows and skips those whose key already exists. Returns how many were inserted. */
export async function insertRows(
  tx: Writer,
  table: string,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<number> {
  const cells: CellValue[] = []
  for (const row of rows) for (const value of row) cells.push(value)
  return insertCells(tx, table, columns, cells)
}

/**
 * The same for rows in one flat list of values.
 *
 * This is the import's hot path: statements with hundreds of rows on SQLite, one array per column on PostgreSQL.
 */
export async function insertCells(
  tx: Writer,
  table: string,
  columns: readonly string[],
  cells: readonly CellValue[],
): Promise<number> {
  if (cells.length === 0) return 0
  return isPostgres(tx) ? insertArrays(tx, table, columns, cells) : insertValues(tx, table, columns, cells)
}

async function insertValues(
  tx: Writer,
  table: string,
  columns: readonly string[],
  cells: readonly CellValue[],
): Promise<number> {
  let added = 0
  let from = 0
  for (const size of statementSizes(cells.length / columns.length, columns.length)) {
    const parameters = cells.slice(from, from + size * columns.length)
    from += parameters.length
    const result = await tx.executeQuery(CompiledQuery.raw(valuesStatement(table, columns, size), parameters))
    added += Number(result.numAffectedRows ?? 0)
  }
  return added
}

/** Halves the size for the remainder, so that any number of rows needs only a few prepared statements. */
function* statementSizes(rows: number, columns: number): Generator<number> {
  let size = MAX_ROWS
  while (size > 1 && size * columns > MAX_BOUND) size /= 2
  for (let left = rows; left > 0; ) {
    while (size > left) size /= 2
    yield size
    left -= size
  }
}

const statements = new Map<string, string>()

function valuesStatement(table: string, columns: readonly string[], rows: number): string {
  const key = `${table}:${rows}:${columns.join()}`
  const cached = statements.get(key)
  if (cached !== undefined) return cached
  const row = `(${columns.map(() => '?').join()})`
  const statement =
    `insert into ${table} (${columns.map(quote).join()}) values ${Array(rows).fill(row).join()} ` +
    'on conflict do nothing'
  statements.set(key, statement)
  return statement
}

async function insertArrays(
  tx: Writer,
  table: string,
  columns: readonly string[],
  cells: readonly CellValue[],
): Promise<number> {
  const statement = await arraysStatement(tx, table, columns)
  const width = columns.length
  let added = 0
  const step = MAX_ROWS * 16 * width
  for (let from = 0; from < cells.length; from += step) {
    const rows = Math.min(step, cells.length - from) / width
    const arrays = columns.map((_, column) =>
      Array.from({ length: rows }, (_, row) => cells[from + row * width + column]!),
    )
    const result = await tx.executeQuery(CompiledQuery.raw(statement, arrays))
    added += Number(result.numAffectedRows ?? 0)
  }
  return added
}

async function arraysStatement(tx: Writer, table: string, columns: readonly string[]): Promise<string> {
  const types = await columnTypes(tx, table)
  const unnest = columns.map((name, index) => `$${index + 1}::${types.get(name)}[]`).join()
  return `insert into ${table} (${columns.map(quote).join()}) select * from unnest(${unnest}) on conflict do nothing`
}

/** Inserts a few rows that nothing else in the transaction reads, and skips those whose key exists (`runLater`). */
export async function insertRowsLater(
  tx: Writer,
  table: string,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  if (rows.length > 1 && !isPostgres(tx)) await insertRows(tx, table, columns, rows)
  else if (rows.length === 1 && !isPostgres(tx)) await runLater(tx, valuesStatement(table, columns, 1), rows[0]!)
  else if (rows.length > MAX_ROWS) await insertRows(tx, table, columns, rows)
  else if (rows.length > 0)
    await runLater(
      tx,
      await arraysStatement(tx, table, columns),
      columns.map((_, column) => rows.map(row => row[column]!)),
    )
}

/** Updates rows by key, which is the first of `columns`. Returns how many rows matched. */
export async function updateRows(
  tx: Writer,
  table: string,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<number> {
  if (rows.length === 0) return 0
  const [key, ...rest] = columns
  const types = isPostgres(tx) ? await columnTypes(tx, table) : undefined
  let changed = 0
  const step = types === undefined ? Math.min(MAX_ROWS, Math.floor(MAX_BOUND / columns.length)) : MAX_ROWS * 16
  for (let from = 0; from < rows.length; from += step) {
    const part = rows.slice(from, from + step)
    const names = columns.map((_, index) => `column${index + 1}`)
    const set = rest.map((name, index) => `${quote(name)} = given.${names[index + 1]}`).join()
    const input =
      types === undefined
        ? `(values ${Array(part.length)
            .fill(`(${columns.map(() => '?').join()})`)
            .join()}) as given`
        : `unnest(${columns.map((name, index) => `$${index + 1}::${types.get(name)}[]`).join()}) as given(${names.join()})`
    const statement = `update ${table} set ${set} from ${input} where ${table}.${quote(key!)} = given.${names[0]}`
    const parameters = types === undefined ? part.flat() : columns.map((_, column) => part.map(row => row[column]!))
    const result = await tx.executeQuery(CompiledQuery.raw(statement, parameters))
    changed += Number(result.numAffectedRows ?? 0)
  }
  return changed
}

const cachedTypes = new Map<string, ReadonlyMap<string, string>>()

/** PostgreSQL needs the element types of arrays. */
async function columnTypes(tx: Writer, table: string): Promise<ReadonlyMap<string, string>> {
  const cached = cachedTypes.get(table)
  if (cached !== undefined) return cached
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}`.execute(tx)
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  cachedTypes.set(table, types)
  return types
}

const quote = (name: string): string => `"${name}"`
