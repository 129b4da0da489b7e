// The two orders of list=categorymembers: by sort key within each type, or by timestamp.
import { some, statement } from '#store/statement.ts'
import { badContinue, carried, keyOf, looseNumber, text } from '../../api/query/keys.ts'
import { gathered } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { range, timeRange } from '../../api/query/range.ts'
import { collationOf } from '../../content/collation.ts'
import { fail } from '../../messages/message.ts'
import { parseTimestamp } from '../../site/timestamp.ts'

interface MemberArgs {
  readonly namespace: readonly number[] | undefined
  readonly type: readonly string[]
  readonly dir: string
  readonly start: number | undefined
  readonly end: number | undefined
  readonly starthexsortkey: string | undefined
  readonly endhexsortkey: string | undefined
  readonly startsortkeyprefix: string | undefined
  readonly endsortkeyprefix: string | undefined
  readonly startsortkey: string | undefined
  readonly endsortkey: string | undefined
}

const MEMBERS = statement(db =>
  db
    .selectFrom('category_link as link')
    .innerJoin('page', 'page.id', 'link.page_id')
    .select([
      'link.page_id',
      'link.sortkey',
      'link.sortkey_prefix',
      'link.timestamp',
      'link.type',
      'page.ns',
      'page.title',
    ]),
)

const membersOf = (category: string, a: MemberArgs) =>
  MEMBERS.where('link.category', '=', category).where('page.ns', 'in', some(a.namespace))

const bySortKey = [
  keyOf<Buffer>(
    key => key.toString('hex'),
    hex => fromHex(hex) ?? badContinue(),
  )('link.sortkey'),
  looseNumber('link.page_id'),
] as const

/**
 * Members by sort key, one type after the other in the requested order. Each type is its own query: the order of types
 * is up to the caller, and within a type the index provides the order.
 */
export function membersBySortKey(q: QueryRun, category: string, a: MemberArgs) {
  const [start, end] = [boundary(q, a, 'start'), boundary(q, a, 'end')]
  const query = membersOf(category, a).and(range('link.sortkey', a.dir, start, end))
  return {
    keys: [carried(text('link.type')), ...bySortKey],
    query: gathered(wanted => {
      const [first, ...place] = wanted.after ?? []
      const types = a.type.slice(first === undefined ? 0 : Math.max(0, a.type.indexOf(first as string)))
      return wanted.inTurn(types, (type, take) =>
        wanted.rows(
          query.where('link.type', '=', type),
          bySortKey,
          take,
          wanted.after && type === types[0] ? place : undefined,
        ),
      )
    }),
  }
}

const fromHex = (hex: string): Buffer | null => (/^(?:[0-9a-f]{2})*$/i.test(hex) ? Buffer.from(hex, 'hex') : null)

/** Start or end of the list: a complete key in hexadecimal, or a key prefix as text. */
function boundary(q: QueryRun, a: MemberArgs, side: 'start' | 'end'): Buffer | undefined {
  const [hex, prefix, old] =
    side === 'start'
      ? [a.starthexsortkey, a.startsortkeyprefix, a.startsortkey]
      : [a.endhexsortkey, a.endsortkeyprefix, a.endsortkey]
  if (prefix === undefined && hex !== undefined) {
    const name = q.param(`${side}hexsortkey`)
    return fromHex(hex) ?? fail('apierror-badparameter', [name], { code: `badvalue_${name}` })
  }
  const text = prefix ?? old
  return text === undefined ? undefined : collationOf(q.site).key(text)
}

/** `2021-05-03 13:08:52`: the only place with this timestamp format. */
const spacedTime = keyOf<number>(
  seconds => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' '),
  part => parseTimestamp(part) ?? badContinue(),
)

export const membersByTime = (category: string, a: MemberArgs) => ({
  keys: [spacedTime('link.timestamp'), looseNumber('link.page_id')],
  query: membersOf(category, a).and(timeRange('link.timestamp', a)),
})
