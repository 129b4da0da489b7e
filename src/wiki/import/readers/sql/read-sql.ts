import type { Chunk, DumpSource } from '../decompress/decompress.ts'
import { type OnTable, type SelectColumns, type SqlPosition, type SqlRows, SqlScanner } from './sql-scanner.ts'

interface SqlBatch {
  readonly groups: readonly SqlRows[]
  /** The chunk that completed the rows, for progress reports. */
  readonly chunk: Chunk
}

/**
 * Reads a `mysqldump` file and returns the rows that each chunk completed. `select` is called once per INSERT to choose
 * columns; other columns are skipped without decoding, and unselected tables are only counted.
 *
 * To resume after an interruption, open the source at a restart point at or before `resume.position`.
 */
export async function* readSql(
  source: DumpSource,
  select: SelectColumns,
  options: { readonly resume?: SqlPosition; readonly onTable?: OnTable } = {},
): AsyncGenerator<SqlBatch> {
  const scanner = new SqlScanner(source.file, select, options.resume, options.onTable)
  const from = options.resume?.position ?? 0
  for await (const chunk of source.chunks) {
    const skip = Math.max(0, from - chunk.offset)
    if (skip >= chunk.data.length) continue
    const groups = scanner.push(skip === 0 ? chunk.data : chunk.data.subarray(skip))
    if (groups.length > 0) yield { groups, chunk }
  }
  scanner.finish()
}
