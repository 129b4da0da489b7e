import { SqlWords } from './sql-words.ts'

interface InsertHead {
  readonly table: string
  /** Set when the statement names its columns. */
  readonly columns: readonly string[] | undefined
  /** Length of the head in characters, including `VALUES`. */
  readonly length: number
}

const modifiers = ['low_priority', 'delayed', 'high_priority', 'ignore']

/** Parses `INSERT [IGNORE] [INTO] t [(a, b)] VALUES`; undefined when the text is something else or incomplete. */
export function parseInsertHead(text: string): InsertHead | undefined {
  const words = new SqlWords(text)
  if (!words.accept('insert') && !words.accept('replace')) return undefined
  while (modifiers.some(word => words.accept(word))) {}
  words.accept('into')
  const table = words.name()
  if (table === undefined) return undefined
  const columns = words.accept('(') ? parseColumns(words) : undefined
  if (columns === null || !(words.accept('values') || words.accept('value'))) return undefined
  // At the end of the text, "VALUE" may be the start of "VALUES".
  return words.at < text.length ? { table, columns, length: words.at } : undefined
}

/** The rest of a column list; null when it is incomplete. */
function parseColumns(words: SqlWords): string[] | null {
  const columns: string[] = []
  do {
    const name = words.name()
    if (name === undefined) return null
    columns.push(name)
  } while (words.accept(','))
  return words.accept(')') ? columns : null
}
