import type { Updateable } from 'kysely'
import type { Database } from '#store/tables/database.ts'
import { ACTION } from './change-actions.ts'
import { targetTranslations } from './component-translations.ts'
import type { ComponentRow, ProjectRow } from './components.ts'
import { enforceChecks, enforcedBy } from './edit-units.ts'
import { forgetComponent } from './memory.ts'
import { settleComponent } from './read-only.ts'
import { lockUnit } from './rows.ts'
import type { Work } from './work.ts'

type ProjectChanges = Omit<Updateable<Database['project']>, 'id' | 'created_at'>
type ComponentChanges = Omit<Updateable<Database['component']>, 'id' | 'created_at' | 'project_id'>

/** The changed columns with their new values. */
function differing<T extends object>(before: T, changes: Partial<T>): Partial<T> {
  return Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => value !== undefined && before[name as keyof T] !== value),
  ) as Partial<T>
}

/** Settings that affect checks; for example, words in the name of a project may stay untranslated. */
const PROJECT_CHECKED_BY = ['name', 'check_flags'] as const
const COMPONENT_CHECKED_BY = ['name', 'check_flags', 'file_format', 'is_glossary', 'edit_template'] as const

const isAny = <T extends object>(changes: T, names: readonly (keyof T)[]): boolean =>
  names.some(name => changes[name] !== undefined)

export async function changeProject(work: Work, before: ProjectRow, changes: ProjectChanges): Promise<ProjectRow> {
  const set = differing<object>(before, changes) as ProjectChanges
  if (Object.keys(set).length === 0) return before
  await work.tx.updateTable('project').set(set).where('id', '=', before.id).execute()
  if (isAny(set, PROJECT_CHECKED_BY)) {
    const rows = await work.tx.selectFrom('component').selectAll().where('project_id', '=', before.id).execute()
    work.checkAnew(rows.map(row => row.id))
    for (const { id, check_flags: component_flags, edit_template } of rows) {
      const flags = (project_flags: string) => ({ project_flags, component_flags, edit_template })
      await settleComponent(work, id, flags(before.check_flags), flags(set.check_flags ?? before.check_flags))
    }
  }
  const renamed = set.slug !== undefined || set.name !== undefined
  const details = { changed: Object.keys(set) }
  work.record(
    renamed ? ACTION.projectRenamed : ACTION.projectSettingChanged,
    { project_id: before.id },
    { old: before.slug, target: set.slug ?? before.slug, details },
  )
  if (set.access_control !== undefined)
    work.record(
      ACTION.visibilityChanged,
      { project_id: before.id },
      { old: String(before.access_control), target: String(set.access_control) },
    )
  return { ...before, ...set } as ProjectRow
}

export async function changeComponent(
  work: Work,
  before: ComponentRow,
  changes: ComponentChanges,
): Promise<ComponentRow> {
  const folder = before.path.slice(0, before.path.lastIndexOf('/') + 1)
  const path = changes.slug === undefined ? {} : { path: folder + changes.slug }
  const set = differing<object>(before, { ...changes, ...path }) as ComponentChanges
  if (Object.keys(set).length === 0) return before
  await work.tx.updateTable('component').set(set).where('id', '=', before.id).execute()
  if (set.variant_regex !== undefined) work.regrouped.add(before.id)
  if (set.restricted === 1) await forgetComponent(work, before.id)
  if (set.allow_translation_propagation !== undefined) await lookAtAll(work, before.id)
  if (set.enforced_checks !== undefined) await enforceOnAll(work, before.id, set.enforced_checks)
  if (isAny(set, COMPONENT_CHECKED_BY)) {
    work.checkAnew([before.id])
    const { check_flags: project_flags } = await work.tx
      .selectFrom('project')
      .select('check_flags')
      .where('id', '=', before.project_id)
      .executeTakeFirstOrThrow()
    const flags = ({ check_flags: component_flags, edit_template }: ComponentRow) => ({
      project_flags,
      component_flags,
      edit_template,
    })
    await settleComponent(work, before.id, flags(before), flags({ ...before, ...set } as ComponentRow))
  }
  const place = { project_id: before.project_id, component_id: before.id }
  const action =
    set.slug !== undefined || set.name !== undefined
      ? ACTION.componentRenamed
      : set.license !== undefined
        ? ACTION.licenseChanged
        : set.agreement !== undefined
          ? ACTION.agreementChanged
          : ACTION.componentSettingChanged
  work.record(action, place, {
    old: before.path,
    target: set.path ?? before.path,
    details: { changed: Object.keys(set) },
  })
  return { ...before, ...set } as ComponentRow
}

/** Sets translations that fail a newly enforced check to "needs editing". */
async function enforceOnAll(work: Work, component: number, enforced_checks: string): Promise<void> {
  work.forgetKnown()
  for (const translation of await targetTranslations(work.tx, component)) {
    const failing = await work.tx
      .selectFrom('check_failure')
      .innerJoin('unit', 'unit.id', 'check_failure.unit_id')
      .select('unit.id')
      .distinct()
      .where('unit.translation_id', '=', translation.id)
      .where('check_id', 'in', ['', ...enforcedBy({ enforced_checks })])
      .where('dismissed', '=', 0)
      .orderBy('unit.id')
      .execute()
    for (const { id } of failing) await enforceChecks(work, translation, await lockUnit(work, id))
  }
}

/** Requests a comparison of all strings, because propagation was turned on or off. */
async function lookAtAll({ tx, looks }: Work, component: number): Promise<void> {
  const rows = await tx.selectFrom('translation').select('id').where('component_id', '=', component).execute()
  for (const { id } of rows) looks.all(id)
}
