import type { SqlColumn, SqlTable } from './sql-table.ts'
import { SqlWords } from './sql-words.ts'

/** Keywords that start a declaration other than a column. */
const notColumns = [
  'primary',
  'unique',
  'key',
  'index',
  'fulltext',
  'spatial',
  'constraint',
  'foreign',
  'check',
  'period',
]

/** Parses a `CREATE TABLE` statement; undefined when it is another statement or copies a table. */
export function parseCreateTable(statement: string): SqlTable | undefined {
  const words = new SqlWords(statement)
  if (!words.accept('create')) return undefined
  words.accept('temporary')
  if (!words.accept('table')) return undefined
  if (words.accept('if') && !(words.accept('not') && words.accept('exists'))) return undefined
  const name = words.name()
  if (name === undefined || !words.accept('(')) return undefined
  const columns: SqlColumn[] = []
  do {
    const column = parseColumn(words)
    if (column !== undefined) columns.push(column)
  } while (words.accept(','))
  return words.accept(')') && columns.length > 0 ? { name, columns } : undefined
}

function parseColumn(words: SqlWords): SqlColumn | undefined {
  const declaration = words.item()
  const inner = new SqlWords(declaration)
  if (notColumns.some(word => inner.accept(word))) return undefined
  const name = inner.name()
  if (name === undefined) return undefined
  const type = /^\s*(\w+(?:\s*\((?:[^()']|'(?:[^']|'')*')*\))?(?:\s+unsigned)?)/i.exec(declaration.slice(inner.at))
  return { name, type: type?.[1]?.toLowerCase() ?? '' }
}
