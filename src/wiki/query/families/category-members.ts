// The two orders of list=categorymembers: by sort key within each type of member, or by when they were added.
import { type Direction, from } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import { type TemplateValues, template } from '#store/template.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { collationOf } from '../../content/collation.ts'
import { fail } from '../../messages/message.ts'
import { parseTimestamp } from '../../site/timestamp.ts'

export interface MemberArgs {
  readonly namespace: readonly number[] | undefined
  readonly type: readonly string[]
  readonly continue: string | undefined
  readonly limit: number
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

const directionOf = (dir: string): Direction => (['desc', 'descending', 'older'].includes(dir) ? 'desc' : 'asc')

const members = (db: Reader, category: string, namespaces: readonly number[]) =>
  db
    .selectFrom('category_link as link')
    .innerJoin('page', 'page.id', 'link.page_id')
    .where('link.category', '=', category)
    .$if(namespaces.length > 0, query => query.where('page.ns', 'in', namespaces))
    .select([
      'link.page_id',
      'link.sortkey',
      'link.sortkey_prefix',
      'link.timestamp',
      'link.type',
      'page.ns',
      'page.title',
    ])

export type MemberRow = Awaited<ReturnType<ReturnType<typeof members>['execute']>>[number]

/** The types one after the other in the order in which they were asked for, each by sort key. */
export async function membersBySortKey(q: QueryRun, category: string, a: MemberArgs): Promise<MemberRow[]> {
  const direction = directionOf(a.dir)
  const after = readSortKeyCursor(a.continue)
  const [start, end] = [boundary(q, a, 'start'), boundary(q, a, 'end')]
  const [low, high] = direction === 'asc' ? [start, end] : [end, start]
  const types = a.type.slice(after ? Math.max(0, a.type.indexOf(after.type)) : 0)
  const rows: MemberRow[] = []
  for (const type of types) {
    if (rows.length > a.limit) break
    const start = type === types[0] ? after : null
    const values = {
      ...{ category, type, namespaces: a.namespace ?? [], low: low ?? undefined, high: high ?? undefined },
      ...{ afterKey: start?.key, afterId: start?.id },
    }
    rows.push(...(await membersOfType(q.db, values, a.limit + 1 - rows.length, direction)))
  }
  return rows
}

interface TypeValues extends TemplateValues {
  readonly category: string
  readonly type: string
  readonly namespaces: readonly number[]
  readonly low: Buffer | undefined
  readonly high: Buffer | undefined
  readonly afterKey: Buffer | undefined
  readonly afterId: number | undefined
}

const membersOfType = template((db, v: TypeValues, limit, direction: Direction) => {
  let query = members(db, v.category, v.namespaces)
    .where('link.type', '=', v.type)
    .orderBy('link.sortkey', direction)
    .orderBy('link.page_id', direction)
    .limit(limit)
  if (v.low) query = query.where('link.sortkey', '>=', v.low)
  if (v.high) query = query.where('link.sortkey', '<=', v.high)
  if (v.afterKey) query = query.where(from(['link.sortkey', 'link.page_id'], [v.afterKey, v.afterId], direction))
  return query
})

export const sortKeyCursor = (row: MemberRow): string => `${row.type}|${row.sortkey.toString('hex')}|${row.page_id}`

function readSortKeyCursor(value: string | undefined): { type: string; key: Buffer; id: number } | null {
  if (value === undefined) return null
  const [type, hex, id, ...more] = value.split('|')
  if (id === undefined || more.length > 0) fail('apierror-badcontinue')
  return { type: type!, key: fromHex(hex!) ?? fail('apierror-badcontinue'), id: Number(/^\d{1,15}/.exec(id)?.[0] ?? 0) }
}

const fromHex = (hex: string): Buffer | null => (/^(?:[0-9a-f]{2})*$/i.test(hex) ? Buffer.from(hex, 'hex') : null)

/** Where the list starts or ends: as a finished key in hexadecimal, or as the text that a key begins with. */
function boundary(q: QueryRun, a: MemberArgs, side: 'start' | 'end'): Buffer | null {
  const [hex, prefix, old] = [a[`${side}hexsortkey`], a[`${side}sortkeyprefix`], a[`${side}sortkey`]]
  if (prefix === undefined && hex !== undefined) {
    const name = q.param(`${side}hexsortkey`)
    return fromHex(hex) ?? fail('apierror-badparameter', [name], { code: `badvalue_${name}` })
  }
  const text = prefix ?? old
  return text === undefined ? null : collationOf(q.site).key(text)
}

export async function membersByTime(q: QueryRun, category: string, a: MemberArgs): Promise<MemberRow[]> {
  const direction = directionOf(a.dir)
  const [low, high] = direction === 'asc' ? [a.start, a.end] : [a.end, a.start]
  const after = readTimeCursor(a.continue)
  let query = members(q.db, category, a.namespace ?? [])
    .orderBy('link.timestamp', direction)
    .orderBy('link.page_id', direction)
    .limit(a.limit + 1)
  if (low !== undefined) query = query.where('link.timestamp', '>=', low)
  if (high !== undefined) query = query.where('link.timestamp', '<=', high)
  if (after) query = query.where(from(['link.timestamp', 'link.page_id'], after, direction))
  return query.execute()
}

/** `2021-05-03 13:08:52|44`: the one place where a timestamp is written this way. */
export const timeCursor = (row: MemberRow): string =>
  `${new Date(row.timestamp * 1000).toISOString().slice(0, 19).replace('T', ' ')}|${row.page_id}`

function readTimeCursor(value: string | undefined): [number, number] | null {
  if (value === undefined) return null
  const [time, id, ...more] = value.split('|')
  const at = time === undefined ? null : parseTimestamp(time)
  if (at === null || id === undefined || more.length > 0) fail('apierror-badcontinue')
  return [at, Number(/^\d{1,15}/.exec(id)?.[0] ?? 0)]
}
