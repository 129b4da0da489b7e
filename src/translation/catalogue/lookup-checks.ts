import type { Clock } from '#store/clock.ts'
import type { Reader, Store } from '#store/store.ts'
import { runLookupChecks } from '../checks/run.ts'
import { ProjectLookup } from './check-lookup.ts'
import { splitForms } from './forms.ts'
import type { TranslationRow } from './translations.ts'
import { flagsOf, keep, surroundings } from './unit-checks.ts'
import { lockUnit, type UnitRow } from './units.ts'
import { work } from './work.ts'

const AT_ONCE = 200

/**
 * Checks that compare a string with others or with its past, for one language of one project. They cannot be decided
 * by an edit alone, since an edit here changes the verdict there, so they run behind the edits.
 */
export async function checkAgainstOthers(
  context: { store: Store; clock: Clock },
  project: number,
  language: number,
): Promise<void> {
  const db = context.store.read
  const translations = await db
    .selectFrom('translation')
    .selectAll()
    .where('project_id', '=', project)
    .where('language_id', '=', language)
    .orderBy('id')
    .execute()
  if (translations.length === 0) return
  const units = await db
    .selectFrom('unit')
    .selectAll()
    .where(
      'translation_id',
      'in',
      translations.map(each => each.id),
    )
    .orderBy('id')
    .execute()
  const home = new Map(translations.map(each => [each.id, each]))
  const lookup = new ProjectLookup(
    db,
    new Date(context.clock.now()),
    units.map(unit => ({ ...unit, component_id: home.get(unit.translation_id)!.component_id })),
    await propagating(db, project),
    await progress(db, project),
  )
  for (let i = 0; i < units.length; i += AT_ONCE) await checkSome(context, units.slice(i, i + AT_ONCE), home, lookup)
}

const propagating = async (db: Reader, project: number): Promise<Set<number>> => {
  const rows = await db
    .selectFrom('component')
    .select('id')
    .where('project_id', '=', project)
    .where('allow_translation_propagation', '=', 1)
    .execute()
  return new Set(rows.map(row => row.id))
}

const progress = async (db: Reader, project: number): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('translation')
    .select([
      'component_id',
      eb => eb.fn.sum<number>('translated').as('translated'),
      eb => eb.fn.sum<number>('total').as('total'),
    ])
    .where('project_id', '=', project)
    .where('is_source', '=', 0)
    .groupBy('component_id')
    .execute()
  return new Map(rows.map(row => [row.component_id, row.total === 0 ? 0 : row.translated / row.total]))
}

async function checkSome(
  context: { store: Store; clock: Clock },
  units: readonly UnitRow[],
  home: ReadonlyMap<number, TranslationRow>,
  lookup: ProjectLookup,
): Promise<void> {
  const known = await context.store.read
    .selectFrom('check_failure')
    .select(['unit_id', 'check_id'])
    .where(
      'unit_id',
      'in',
      units.map(unit => unit.id),
    )
    .execute()
  const stored = Map.groupBy(known, row => row.unit_id)
  await work(context, null, async piece => {
    for (const unit of units) {
      const translation = home.get(unit.translation_id)!
      const { context: shared, flags } = await surroundings(piece, translation)
      const checked = {
        id: unit.id,
        sources: splitForms(unit.source),
        targets: splitForms(unit.target),
        state: unit.state,
        flags: flagsOf([...flags, unit.flags, unit.extra_flags]),
        note: unit.note,
        isSource: translation.is_source === 1,
      }
      const failing = await runLookupChecks(checked, shared, lookup)
      if (failing.length === 0 && !stored.has(unit.id)) continue
      const current = await lockUnit(piece, unit.id).catch(() => null)
      // Whatever was edited meanwhile has its own look coming.
      if (current !== null && current.updated_at === unit.updated_at) await keep(piece, current, failing, 'lookup')
    }
  })
}
