import { sql } from 'kysely'
import { shapedRows } from '#store/shaped-sql.ts'
import { limitSql } from '#store/usual-limits.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation, namespaces } from '../../api/params/common.ts'
import { boolean, limit, oneOf } from '../../api/params/kinds.ts'
import { badContinue, type Key } from '../../api/query/keys.ts'
import { gathered, listed, listModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { titleMembers } from '../../api/result/common.ts'

export const random = listModule({
  name: 'random',
  prefix: 'rn',
  classname: 'ApiQueryRandom',
  tag: 'page',
  generator: true,
  cacheable: true,
  summary: 'Get random pages.',
  helpUrls: [helpPage('Random')],
  help: {
    examples: [
      ['action=query&list=random&rnnamespace=0&rnlimit=2', 'simple'],
      ['action=query&generator=random&grnnamespace=0&grnlimit=2&prop=info', 'generator'],
    ],
    params: { redirect: { words: 'Use filterredir instead.' } },
  },
  result: { random: [{ id: 'integer', ...titleMembers, 'redirect?': 'boolean' }] },
  params: {
    namespace: namespaces(),
    filterredir: oneOf(['all', 'nonredirects', 'redirects'], { default: 'nonredirects' }),
    redirect: boolean({ deprecated: true }),
    limit: limit({ default: 1 }),
    continue: continuation(),
  },

  listing(q, a) {
    const start = Math.random()
    let startText = start.toFixed(12)
    // Once around: from the start to the highest number, then from the lowest up to the start.
    const query = gathered<RandomRow>(wanted => {
      const arcs = (place: Place) => wanted.inTurn(roundTrip(place), (arc, take) => stretch(q, a, arc, take))
      if (!wanted.after) return arcs({ start, random: start, id: 0, wrapped: false })
      const [origin, random, id, wrapped] = wanted.after as [string, number, number, number]
      startText = origin
      return arcs({ start: Number(origin), random, id, wrapped: wrapped === 1 })
    })
    return listed(query, {
      keys: [
        placeKey(() => startText, /^(?:0(?:\.\d+)?|1)$/, String),
        placeKey(row => row.random, /^(?:0(?:\.\d+)?(?:e-\d+)?|1)$/i),
        placeKey(row => row.id, /^\d{1,15}$/),
        placeKey(row => (row.wrapped ? 1 : 0), /^[01]$/),
      ],
      item: row => ({
        id: row.id,
        ...q.pageName(row.ns, row.title),
        ...(a.filterredir === 'all' && { redirect: row.is_redirect === 1 }),
      }),
      page: row => ({ id: row.id }),
      keepsOrder: true,
    })
  },
})

/** Part of the continue value. The queries below sort by themselves, so it is not a sort key. */
const placeKey = (
  value: (row: RandomRow) => string | number,
  form: RegExp,
  read: (part: string) => string | number = Number,
): Key<RandomRow> => ({
  column: null,
  write: row => String(value(row)),
  read: part => (form.test(part) ? read(part) : badContinue()),
})

interface Place {
  /** Random number at which the traversal started. */
  readonly start: number
  readonly random: number
  readonly id: number
  /** Whether it passed the highest number and continued from the lowest. */
  readonly wrapped: boolean
}

interface RandomArgs {
  readonly namespace: readonly number[] | undefined
  readonly filterredir: 'all' | 'nonredirects' | 'redirects'
  readonly redirect: boolean
}

interface RandomRow {
  readonly id: number
  readonly ns: number
  readonly title: string
  readonly random: number
  readonly is_redirect: number
  readonly wrapped: boolean
}

/** Random numbers are below 1. */
const ABOVE_ALL = 2

/** Ranges from a position once around, in order of random numbers. */
const roundTrip = (place: Place): Stretch[] =>
  place.wrapped
    ? [{ from: place, to: place.start, wrapped: true }]
    : [
        { from: place, to: null, wrapped: false },
        { from: { random: -1, id: 0 }, to: place.start, wrapped: true },
      ]

interface Stretch {
  readonly from: { readonly random: number; readonly id: number }
  readonly to: number | null
  readonly wrapped: boolean
}

async function stretch(
  q: QueryRun,
  a: RandomArgs,
  { from, to, wrapped }: Stretch,
  limit: number,
): Promise<RandomRow[]> {
  const namespaces =
    a.namespace && a.namespace.length > 0 ? a.namespace : q.site.namespaces.list.map(ns => ns.id).filter(ns => ns >= 0)
  const redirects = a.redirect || a.filterredir === 'redirects' ? [1] : a.filterredir === 'nonredirects' ? [0] : [0, 1]
  // The index sorts pages within a namespace, so read at most `limit` rows of each.
  const parts = namespaces.flatMap(ns => redirects.map(isRedirect => ({ ns, isRedirect })))
  const queries = parts.map(
    ({ ns, isRedirect }, number) => sql`select * from (
      select id, ns, title, random, is_redirect from page
      where ns = ${ns} and is_redirect = ${isRedirect} and random >= ${from.random}
        and (random > ${from.random} or id >= ${from.id}) and random < ${to ?? ABOVE_ALL}
      order by random, id limit ${limitSql(limit)}) as ${sql.ref(`part_${number}`)}`,
  )
  const all = sql<
    Omit<RandomRow, 'wrapped'>
  >`${sql.join(queries, sql` union all `)} order by random, id limit ${limitSql(limit)}`
  const rows = await shapedRows(q.db, all)
  return rows.map(row => ({ ...row, wrapped }))
}
