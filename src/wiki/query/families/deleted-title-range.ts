import { type Expression, type SqlBool, sql } from 'kysely'
import { afterPrefix } from '#store/keyset.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { lowAndHigh } from '../../api/query/range.ts'
import { titleKey } from '../../api/query/title-range.ts'

interface Range {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly prefix: string | undefined
  readonly dir: 'newer' | 'older'
}

/**
 * Range of deleted titles from `from` to `to` in list direction, optionally with a prefix. Namespaces normalize titles
 * differently (most capitalize them), so namespaces with equal bounds share a condition.
 */
export function deletedTitleRange(q: QueryRun, namespaces: readonly number[], range: Range): Expression<SqlBool>[] {
  if (range.from === undefined && range.to === undefined && range.prefix === undefined) return []
  const groups = Map.groupBy(namespaces, ns => JSON.stringify(boundsOf(q, ns, range)))
  const rules = [...groups.values()].map(members => {
    const inRange = sql.join(rangeRules(boundsOf(q, members[0]!, range)), sql` and `)
    return groups.size === 1 ? inRange : sql`(+archive.ns in (${sql.join(members)}) and ${inRange})`
  })
  return [sql<SqlBool>`(${sql.join(rules, sql` or `)})`]
}

interface Bounds {
  readonly low: string | null
  readonly high: string | null
  readonly prefix: string | null
}

function boundsOf(q: QueryRun, ns: number, { from, to, prefix, dir }: Range): Bounds {
  const key = (text: string | undefined) => (text === undefined ? null : titleKey(q, ns, text))
  const [low, high] = lowAndHigh(dir, key(from), key(to))
  return { low, high, prefix: key(prefix) }
}

function rangeRules({ low, high, prefix }: Bounds): Expression<unknown>[] {
  const past = prefix === null ? null : afterPrefix(prefix)
  return [
    ...(low === null ? [] : [sql`archive.title >= ${low}`]),
    ...(high === null ? [] : [sql`archive.title <= ${high}`]),
    ...(prefix === null ? [] : [sql`archive.title >= ${prefix}`]),
    ...(past === null ? [] : [sql`archive.title < ${past}`]),
  ]
}
