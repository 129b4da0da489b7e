import { sql } from 'kysely'
import { helpPage } from '../../api/help-page.ts'
import { listed, listModule } from '../../api/module.ts'
import { continuation, namespaces } from '../../api/params/common.ts'
import { boolean, limit, oneOf } from '../../api/params/kinds.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { fail } from '../../messages/message.ts'

export const random = listModule({
  name: 'random',
  prefix: 'rn',
  classname: 'ApiQueryRandom',
  tag: 'page',
  generator: true,
  cacheable: true,
  summary: 'Pages drawn by lot.',
  helpUrls: [helpPage('Random')],
  params: {
    namespace: namespaces(),
    filterredir: oneOf(['all', 'nonredirects', 'redirects'], { default: 'nonredirects' }),
    redirect: boolean({ deprecated: true }),
    limit: limit({ default: 1 }),
    continue: continuation(),
  },

  async listing(q, a) {
    const place = a.continue === undefined ? startAnywhere() : readPlace(a.continue)
    const rows = await roundTrip(q, a, place)
    return listed(rows, {
      item: row => ({
        id: row.id,
        ...q.pageName(row.ns, row.title),
        ...(a.filterredir === 'all' && { redirect: row.is_redirect === 1 }),
      }),
      next: row => [place.startText, row.random, row.id, row.wrapped ? 1 : 0].join('|'),
      page: row => ({ id: row.id }),
      keepsOrder: true,
    })
  },
})

interface Place {
  /** Where the journey through the random numbers began. */
  readonly start: number
  readonly startText: string
  readonly random: number
  readonly id: number
  /** Past the highest number, it goes on from the lowest. */
  readonly wrapped: boolean
}

const startAnywhere = (): Place => {
  const start = Math.random()
  return { start, startText: start.toFixed(12), random: start, id: 0, wrapped: false }
}

function readPlace(value: string): Place {
  const match = /^(0(?:\.\d+)?|1)\|(0(?:\.\d+)?(?:e-\d+)?|1)\|(\d{1,15})\|([01])$/i.exec(value)
  if (!match) fail('apierror-badcontinue')
  const [, start, random, id, wrapped] = match
  return { start: Number(start), startText: start!, random: Number(random), id: Number(id), wrapped: wrapped === '1' }
}

interface RandomArgs {
  readonly namespace: readonly number[] | undefined
  readonly filterredir: 'all' | 'nonredirects' | 'redirects'
  readonly redirect: boolean
  readonly limit: number
}

interface RandomRow {
  readonly id: number
  readonly ns: number
  readonly title: string
  readonly random: number
  readonly is_redirect: number
  readonly wrapped: boolean
}

/** Random numbers end at 1. */
const ABOVE_ALL = 2

/** Pages in the order of their random numbers from the starting point on, once around. */
async function roundTrip(q: QueryRun, a: RandomArgs, place: Place): Promise<RandomRow[]> {
  const rows = place.wrapped ? [] : await stretch(q, a, { from: place, to: null, wrapped: false }, a.limit + 1)
  if (rows.length > a.limit) return rows
  const from = place.wrapped ? place : { random: -1, id: 0 }
  return [...rows, ...(await stretch(q, a, { from, to: place.start, wrapped: true }, a.limit + 1 - rows.length))]
}

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
  // The index orders the pages of one namespace; a namespace at a time, no more than `limit` of each are read.
  const parts = namespaces.flatMap(ns => redirects.map(isRedirect => ({ ns, isRedirect })))
  const queries = parts.map(
    ({ ns, isRedirect }, number) => sql`select * from (
      select id, ns, title, random, is_redirect from page
      where ns = ${ns} and is_redirect = ${isRedirect} and random >= ${from.random}
        and (random > ${from.random} or id >= ${from.id}) and random < ${to ?? ABOVE_ALL}
      order by random, id limit ${limit}) as ${sql.ref(`part_${number}`)}`,
  )
  const all = sql<Omit<RandomRow, 'wrapped'>>`${sql.join(queries, sql` union all `)} order by random, id limit ${limit}`
  const { rows } = await all.execute(q.db)
  return rows.map(row => ({ ...row, wrapped }))
}
