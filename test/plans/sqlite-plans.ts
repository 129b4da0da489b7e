// Reads SQLite's query plans for statements that read, or as good as read, a whole table.
import type { CompiledQuery } from 'kysely'
import type { Store } from '#store/store.ts'
import { LARGE } from './large-tables.ts'

/** Columns with few values, or of which a range may hold nearly all: finding rows by these alone finds too many. */
const COARSE = new Set(['ns', 'is_redirect', 'length', 'random', 'type', 'timestamp'])

/** Plans name a table by its alias where it has one. */
function namesOfLarge(sql: string): Map<string, string> {
  const names = new Map([...LARGE].map(table => [table, table]))
  for (const [, table, alias] of sql.matchAll(/"?\b(\w+)"? as "?(\w+)"?/gi)) {
    if (LARGE.has(table!)) names.set(alias!, table!)
  }
  return names
}

/**
 * The steps of a plan that read a large table from one end to the other. Walking along an index in the order that is
 * wanted is fine as long as a limit ends the walk; sorting what was walked along is not.
 */
export async function readsWholeTable(store: Store, compiled: CompiledQuery): Promise<string[]> {
  const explained = await store.read.executeQuery<{ parent: number; detail: string }>({
    ...compiled,
    sql: `EXPLAIN QUERY PLAN ${compiled.sql}`,
  })
  const names = namesOfLarge(compiled.sql)
  const sorting = explained.rows.filter(({ detail }) => /USE TEMP B-TREE FOR (ORDER|GROUP|DISTINCT)/.test(detail))
  const limited = /\blimit\b/i.test(compiled.sql)
  const whole = explained.rows.filter(({ parent, detail }) => {
    const [, step, name, index, terms] =
      /^(SCAN|SEARCH) (\w+)(?: USING (?:COVERING )?INDEX (\w+)(?: \((.*)\))?)?/.exec(detail) ?? []
    if (name === undefined || !names.has(name)) return false
    // What stands side by side in the plan is one loop within the other; a sort beside them takes in all they find.
    const isSorted = sorting.some(sort => sort.parent === parent)
    if (step === 'SCAN') return index === undefined || !limited || isSorted
    const columns = [...(terms ?? '').matchAll(/(\w+)[=<>]/g)].map(match => match[1]!)
    return isSorted && columns.length > 0 && columns.every(column => COARSE.has(column))
  })
  return whole.map(({ detail }) => detail)
}
