import { type SqlBool, sql } from 'kysely'
import type { Services } from '#core/services.ts'
import { microseconds } from '#fields/timestamp.ts'
import { seconds } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'
import { breathe } from '#store/turn.ts'
import { costOf } from '../machinery/cost.ts'
import type { Meter } from '../machinery/meter.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import type { ProjectRow } from './components.ts'
import { joinForms } from './forms.ts'
import { MACHINERY, servicesOf, siteMachinery } from './machinery.ts'
import { codePoints, similarity } from './similarity.ts'

export const OFFERS_JOB = 'machinery-offers'
const HOUR = 3600
const MONTH = 30 * 24 * HOUR * 1_000_000
const AT_ONCE = 200
/** Longer texts are compared by their beginning. */
const MOST_COMPARED = 1000
/** Texts with less in common count as different. */
const LEAST_SIMILAR = 30

const ZERO = { requests: 0, characters: 0, failures: 0, compared: 0, unchanged: 0, similarity: 0 }
type Counts = typeof ZERO
const COUNTS = Object.keys(ZERO) as (keyof Counts)[]

function monthOf(now: number): number {
  const date = new Date(now / 1000)
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1
}

async function add(tx: Writer, key: { project_id: number; service: string; month: number }, counts: Partial<Counts>) {
  await tx
    .insertInto('machinery_usage')
    .values({ ...key, ...ZERO, ...counts })
    .onConflict(conflict =>
      conflict
        .columns(['project_id', 'service', 'month'])
        .doUpdateSet(eb =>
          Object.fromEntries(
            COUNTS.map(name => [name, eb(eb.ref(`machinery_usage.${name}`), '+', eb.ref(`excluded.${name}`))]),
          ),
        ),
    )
    .execute()
}

/** Stores what an operation asked of the services of a project. */
export async function saveUsage(
  { store, clock, jobs, config }: Pick<Services, 'store' | 'clock' | 'jobs' | 'config'>,
  project: ProjectRow,
  meter: Meter,
): Promise<void> {
  if (config.readOnly !== null || meter.used.size + meter.offers.length === 0) return
  const now = microseconds(clock)
  await store.transaction(async tx => {
    for (const [service, counts] of [...meter.used].sort())
      await add(tx, { project_id: project.id, service, month: monthOf(now) }, counts)
    for (const { unit, service, texts } of meter.offers) {
      const offer = { project_id: project.id, target: joinForms(texts), offered_at: now }
      await tx
        .insertInto('machinery_offer')
        .values({ unit_id: unit, service, ...offer })
        .onConflict(conflict => conflict.columns(['unit_id', 'service']).doUpdateSet(offer))
        .execute()
    }
    if (meter.offers.length > 0) await jobs.enqueue(tx, { kind: OFFERS_JOB, key: '', runAt: seconds(clock) + HOUR })
  })
}

/**
 * Compares suggestions of services with the texts that people saved for the same strings since then. Runs in the
 * background, so that saving a string costs nothing more.
 */
export async function compareOffers({ store, clock, jobs }: Services): Promise<void> {
  const now = microseconds(clock)
  let isLeft = false
  for (let after = 0; ; ) {
    const ids = await store.read
      .selectFrom('machinery_offer')
      .select('unit_id')
      .distinct()
      .where('unit_id', '>', after)
      .orderBy('unit_id')
      .limit(AT_ONCE)
      .execute()
    if (ids.length === 0) break
    const upTo = ids.at(-1)!.unit_id
    const from = after
    isLeft = (await store.transaction(tx => compareSome(tx, from, upTo, now))) || isLeft
    after = upTo
    await breathe()
  }
  if (isLeft)
    await store.transaction(tx => jobs.enqueue(tx, { kind: OFFERS_JOB, key: '', runAt: seconds(clock) + 24 * HOUR }))
}

/** Returns whether suggestions are left that nobody has edited yet. */
async function compareSome(tx: Writer, after: number, upTo: number, now: number): Promise<boolean> {
  const rows = await tx
    .selectFrom('machinery_offer as offer')
    .leftJoin('unit', 'unit.id', 'offer.unit_id')
    .select(['offer.unit_id', 'offer.service', 'offer.project_id', 'offer.target as offered', 'offer.offered_at'])
    .select(['unit.target', 'unit.state', 'unit.updated_at', 'unit.automatically_translated'])
    .where('offer.unit_id', '>', after)
    .where('offer.unit_id', '<=', upTo)
    .execute()
  let isLeft = false
  const totals = new Map<string, { project_id: number; service: string; counts: Counts }>()
  for (const row of rows) {
    const { unit_id, service, project_id, offered, target, state, updated_at } = row
    const isSaved =
      target && state! >= UNIT_STATES.translated && updated_at! > row.offered_at && row.automatically_translated === 0
    if (!isSaved && target !== null && row.offered_at > now - MONTH) {
      isLeft = true
      continue
    }
    await tx.deleteFrom('machinery_offer').where('unit_id', '=', unit_id).where('service', '=', service).execute()
    if (!isSaved) continue
    const key = `${project_id} ${service}`
    const { counts } = totals.get(key) ?? { counts: ZERO }
    totals.set(key, {
      ...{ project_id, service },
      counts: {
        ...counts,
        compared: counts.compared + 1,
        unchanged: counts.unchanged + (target === offered ? 1 : 0),
        similarity: counts.similarity + likeness(offered, target),
      },
    })
  }
  for (const [, { counts, ...key }] of [...totals].sort()) await add(tx, { ...key, month: monthOf(now) }, counts)
  return isLeft
}

function likeness(one: string, other: string): number {
  if (one === other) return 100
  const [a, b] = [one, other].map(text => codePoints(text).subarray(0, MOST_COMPARED)) as [Uint32Array, Uint32Array]
  return similarity(a, b, LEAST_SIMILAR)
}

export interface ServiceUsage extends Counts {
  readonly service: string
  readonly name: string
  readonly month: number
  readonly cost: { readonly amount: number; readonly currency: string } | null
}

/** Use of services in a project, the newest month first. Costs are those of the settings of today. */
export async function usageOf(
  db: Reader,
  project: ProjectRow,
  config: Services['config'],
): Promise<(Omit<ServiceUsage, 'similarity'> & { similarity: number | null })[]> {
  const settings = new Map(
    servicesOf(project, await siteMachinery(db, config)).map(each => [each.service.name, each.settings]),
  )
  const rows = await db
    .selectFrom('machinery_usage')
    .selectAll()
    .where('project_id', '=', project.id)
    .where(sql<SqlBool>`requests + compared > 0`)
    .orderBy('month', 'desc')
    .orderBy('service')
    .execute()
  return rows.map(({ project_id: _, ...row }) => ({
    ...row,
    name: MACHINERY[row.service] ?? row.service,
    cost: costOf(settings.get(row.service) ?? {}, row.characters),
    similarity: row.compared === 0 ? null : Math.round(row.similarity / row.compared),
  }))
}
