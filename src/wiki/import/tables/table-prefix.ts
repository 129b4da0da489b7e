import { ignored } from './ignored.ts'
import { mappings } from './index.ts'

const isKnown = (table: string): boolean => mappings.has(table) || ignored.has(table)

/**
 * Detects the table prefix of a wiki that shares its database (`$wgDBprefix`), from the tables at the start of a dump:
 * the prefix that turns most of them into MediaWiki tables.
 */
export function tablePrefix(tables: readonly string[]): string {
  if (tables.some(isKnown)) return ''
  const votes = new Map<string, number>()
  for (const table of tables)
    for (const known of mappings.keys())
      if (table.endsWith(known)) {
        const prefix = table.slice(0, -known.length)
        votes.set(prefix, (votes.get(prefix) ?? 0) + 1)
      }
  const [best] = [...votes].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length)
  // A single match may be a coincidence, unless the dump has only one table.
  return best !== undefined && (best[1] > 1 || tables.length === 1) ? best[0] : ''
}

/** Says why a dump with these tables is not from MediaWiki; undefined when it may be. */
export function whyNotMediaWiki(tables: readonly string[]): string | undefined {
  if (tables.length === 0 || tables.some(isKnown)) return undefined
  const shown = tables.slice(0, 5).join(', ')
  return `has no MediaWiki tables; its tables are ${shown}${tables.length > 5 ? ', …' : ''}`
}
