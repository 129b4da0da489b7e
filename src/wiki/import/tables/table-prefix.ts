import { ignored } from './ignored.ts'
import { mappings } from './index.ts'

const isKnown = (table: string): boolean => mappings.has(table) || ignored.has(table)

/**
 * What stands before the name of every table of a wiki that shares its database with others (`$wgDBprefix`). Found from the
 * tables at the beginning of a dump: the beginning that turns most of them into tables of MediaWiki's.
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
  // One table alone may be anything, unless it is all there is, as in a dump of one table.
  return best !== undefined && (best[1] > 1 || tables.length === 1) ? best[0] : ''
}

/** Says why a dump with these tables is not one of MediaWiki's; nothing when it may be one. */
export function whyNotMediaWiki(tables: readonly string[]): string | undefined {
  if (tables.length === 0 || tables.some(isKnown)) return undefined
  const shown = tables.slice(0, 5).join(', ')
  return `has no table of MediaWiki's; its tables are ${shown}${tables.length > 5 ? ', …' : ''}`
}
