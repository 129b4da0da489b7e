// Finds full or almost full scans of large tables in SQLite's query plans.
import type { CompiledQuery } from 'kysely'
import type { Store } from '#store/store.ts'
import { LARGE } from './large-tables.ts'

/** Unselective columns: they have few values, or a range may cover nearly all rows. */
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
 * Plan steps that scan a whole large table. An index scan in the requested order is fine if a limit ends it. It is not
 * if the result must then be sorted.
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
    // Steps with the same parent are nested loops. A sort with this parent reads all of their rows.
    const isSorted = sorting.some(sort => sort.parent === parent)
    if (step === 'SCAN') return index === undefined || !limited || isSorted
    const columns = [...(terms ?? '').matchAll(/(\w+)[=<>]/g)].map(match => match[1]!)
    return isSorted && columns.length > 0 && columns.every(column => COARSE.has(column))
  })
  return whole.map(({ detail }) => detail)
}
