import type { Writer } from '#store/store.ts'
import { ACTION } from './change-actions.ts'
import type { ComponentRow, ProjectRow } from './components.ts'
import { placeOf, type TranslationRow } from './translations.ts'
import type { Work } from './work.ts'

/** Removes translations with all that hangs on them. Their counters go with their rows. */
async function removeTranslations(tx: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const units = tx.selectFrom('unit').select('unit.id').where('unit.translation_id', 'in', ids)
  const suggestions = tx.selectFrom('suggestion').select('suggestion.id').where('suggestion.unit_id', 'in', units)
  await tx.deleteFrom('suggestion_vote').where('suggestion_id', 'in', suggestions).execute()
  for (const table of ['suggestion', 'unit_comment', 'check_failure', 'unit_label', 'screenshot_unit'] as const)
    await tx.deleteFrom(table).where('unit_id', 'in', units).execute()
  const pictures = tx.selectFrom('screenshot').select('screenshot.id').where('screenshot.translation_id', 'in', ids)
  await tx.deleteFrom('screenshot_unit').where('screenshot_id', 'in', pictures).execute()
  await tx.deleteFrom('screenshot').where('translation_id', 'in', ids).execute()
  await tx.deleteFrom('unit').where('translation_id', 'in', ids).execute()
  await tx.deleteFrom('translation_change').where('translation_id', 'in', ids).execute()
  await tx.deleteFrom('translation').where('id', 'in', ids).execute()
}

export async function removeTranslation(work: Work, translation: TranslationRow): Promise<void> {
  await removeTranslations(work.tx, [translation.id])
  const { translation_id: _, ...place } = placeOf(translation)
  work.record(ACTION.translationRemoved, place, { details: { language: translation.language_code } })
}

export async function removeComponent(work: Work, component: ComponentRow): Promise<void> {
  const { tx } = work
  const rows = await tx.selectFrom('translation').select('id').where('component_id', '=', component.id).execute()
  await removeTranslations(
    tx,
    rows.map(row => row.id),
  )
  for (const table of [
    'component_link',
    'component_file',
    'component_list_member',
    'team_component',
    'subscription',
    'announcement',
  ] as const)
    await tx.deleteFrom(table).where('component_id', '=', component.id).execute()
  await tx.deleteFrom('translation_change').where('component_id', '=', component.id).execute()
  await tx.deleteFrom('component').where('id', '=', component.id).execute()
  work.record(ACTION.componentRemoved, { project_id: component.project_id }, { target: component.path })
}

export async function removeProject(work: Work, project: ProjectRow): Promise<void> {
  const { tx } = work
  const components = await tx.selectFrom('component').selectAll().where('project_id', '=', project.id).execute()
  for (const component of components) await removeComponent(work, component)
  work.forget(change => change.project_id === project.id)
  const teams = tx.selectFrom('team').select('team.id').where('team.defining_project_id', '=', project.id)
  for (const table of [
    'team_role',
    'team_member',
    'team_admin',
    'team_project',
    'team_language',
    'team_component',
    'team_component_list',
  ] as const)
    await tx.deleteFrom(table).where('team_id', 'in', teams).execute()
  await tx.deleteFrom('team').where('defining_project_id', '=', project.id).execute()
  for (const table of [
    'team_project',
    'project_watch',
    'project_category',
    'component_link',
    'label',
    'subscription',
    'announcement',
    'memory',
  ] as const)
    await tx.deleteFrom(table).where('project_id', '=', project.id).execute()
  await tx.deleteFrom('translation_change').where('project_id', '=', project.id).execute()
  await tx.deleteFrom('project').where('id', '=', project.id).execute()
  work.record(ACTION.projectRemoved, {}, { target: project.slug })
}
