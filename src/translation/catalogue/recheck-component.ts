import type { Jobs } from '#events/jobs.ts'
import type { Clock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import type { TranslationRow, UnitRow } from './rows.ts'
import { lockUnits } from './rows.ts'
import { checkUnits } from './unit-checks.ts'
import { unitsInPortions } from './units-in-portions.ts'
import { work } from './work.ts'

interface Context {
  store: Store
  clock: Clock
  jobs: Jobs
}

const BATCH = 200

/** Runs the text checks on every string of a component, in batches that let others write in between. */
export async function recheckComponent(context: Context, component: number): Promise<void> {
  const translations = await context.store.read
    .selectFrom('translation')
    .selectAll()
    .where('component_id', '=', component)
    .orderBy('id')
    .execute()
  for (const translation of translations) {
    for await (const units of unitsInPortions(context.store.read, translation.id, BATCH))
      await recheckUnits(context, translation.id, units)
    await work(context, null, async piece => piece.looks.all(translation.id))
  }
}

const recheckUnits = (context: Context, id: number, units: readonly UnitRow[]): Promise<void> =>
  work(context, null, async piece => {
    const translation: TranslationRow | undefined = await piece.tx
      .selectFrom('translation')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (translation === undefined) return
    const locked = await lockUnits(
      piece,
      units.map(unit => unit.id),
    )
    await checkUnits(piece, translation, [...locked.values()])
  })
