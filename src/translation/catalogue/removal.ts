import { appendChange } from '#events/change-log.ts'
import { ROWS_AT_ONCE, removeMany } from '#store/remove-many.ts'
import type { Writer } from '#store/store.ts'
import { ACTION } from './change-actions.ts'
import type { ComponentRow, ProjectRow } from './components.ts'
import { ACCESS } from './permissions.ts'
import { removeTeams } from './remove-teams.ts'
import { placeOf, type TranslationRow } from './rows.ts'
import { purgeComponent } from './set-aside-translations.ts'
import { purgeUnits, setAsideIds } from './set-aside-units.ts'
import { unitRanges } from './units-in-portions.ts'
import type { Work } from './work.ts'

/** Deletes all strings of a translation with everything that depends on them. */
async function removeUnits(tx: Writer, translation: number): Promise<void> {
  for await (const { behind, upTo } of unitRanges(tx, translation, ROWS_AT_ONCE)) {
    const units = tx
      .selectFrom('unit')
      .select('unit.id')
      .where('unit.translation_id', '=', translation)
      .where('unit.id', '>', behind)
      .where('unit.id', '<=', upTo)
    const suggestions = tx.selectFrom('suggestion').select('suggestion.id').where('suggestion.unit_id', 'in', units)
    await tx.deleteFrom('suggestion_vote').where('suggestion_id', 'in', suggestions).execute()
    for (const table of ['suggestion', 'unit_comment', 'check_failure', 'unit_label', 'screenshot_unit'] as const)
      await tx.deleteFrom(table).where('unit_id', 'in', units).execute()
    await tx.deleteFrom('unit').where('id', 'in', units).execute()
  }
  await purgeUnits(tx, await setAsideIds(tx, 'translation_id', [translation]))
}

/** Deletes translations with everything that depends on them and updates the totals. */
async function removeTranslations(work: Work, ids: readonly number[]): Promise<void> {
  const { tx } = work
  if (ids.length === 0) return
  work.counters.demandAlone()
  for (const id of ids) await removeUnits(tx, id)
  const screenshots = tx.selectFrom('screenshot').select('screenshot.id').where('screenshot.translation_id', 'in', ids)
  await tx.deleteFrom('screenshot_unit').where('screenshot_id', 'in', screenshots).execute()
  await tx.deleteFrom('screenshot').where('translation_id', 'in', ids).execute()
  for (const id of ids) await removeMany(tx, 'translation_change', 'translation_id', id)
  work.forget(place => ids.includes(place.translation_id ?? -1))
  const deleted = await tx.deleteFrom('translation').where('id', 'in', ids).returningAll().execute()
  await work.counters.removeTranslations(tx, deleted)
  for (const { project_id, language_id } of deleted) work.looks.failing(project_id, language_id)
}

export async function removeTranslation(work: Work, translation: TranslationRow): Promise<void> {
  await removeTranslations(work, [translation.id])
  const { source_language_id } = await work.tx
    .selectFrom('component')
    .select('source_language_id')
    .where('id', '=', translation.component_id)
    .executeTakeFirstOrThrow()
  work.looks.failing(translation.project_id, source_language_id)
  const { translation_id: _, ...place } = placeOf(translation)
  work.record(ACTION.translationRemoved, place, { details: { language: translation.language_code } })
}

export async function removeComponent(work: Work, component: ComponentRow): Promise<void> {
  const { tx } = work
  work.counters.demandAlone()
  const rows = await tx.selectFrom('translation').select('id').where('component_id', '=', component.id).execute()
  await removeTranslations(
    work,
    rows.map(row => row.id),
  )
  await purgeComponent(tx, component.id)
  for (const table of [
    'unit_variant',
    'component_link',
    'contributor_agreement',
    'component_file',
    'held_file',
    'component_repository',
    'component_removed_file',
    'component_pull_request',
    'component_published',
    'component_list_member',
    'team_component',
    'subscription',
    'announcement',
    'addon',
    'alert',
    'task',
    'report',
  ] as const)
    await tx.deleteFrom(table).where('component_id', '=', component.id).execute()
  await removeMany(tx, 'translation_change', 'component_id', component.id)
  // Components that shared its repository keep their files, which are in the database.
  await tx
    .updateTable('component')
    .set({ vcs: 'local', repo: 'local:', linked_component_id: null })
    .where('linked_component_id', '=', component.id)
    .execute()
  await tx.deleteFrom('component').where('id', '=', component.id).execute()
  work.record(ACTION.componentRemoved, { project_id: component.project_id }, { target: component.path })
}

/** Removes shared components of other projects from the statistics of a project. */
async function stopSharingInto({ tx, counters }: Work, { id }: ProjectRow): Promise<void> {
  const links = await tx.selectFrom('component_link').select('component_id').where('project_id', '=', id).execute()
  const components = links.map(link => link.component_id)
  await counters.relocate(tx, components, () => tx.deleteFrom('component_link').where('project_id', '=', id).execute())
}

export async function removeProject(work: Work, project: ProjectRow): Promise<void> {
  const { tx } = work
  work.counters.demandAlone()
  const components = await tx.selectFrom('component').selectAll().where('project_id', '=', project.id).execute()
  for (const component of components) await removeComponent(work, component)
  await stopSharingInto(work, project)
  work.forget(change => change.project_id === project.id)
  const teams = await tx.selectFrom('team').select('id').where('defining_project_id', '=', project.id).execute()
  await removeTeams(
    tx,
    teams.map(team => team.id),
  )
  await tx
    .deleteFrom('webhook_message')
    .where('webhook_id', 'in', tx.selectFrom('webhook').select('id').where('project_id', '=', project.id))
    .execute()
  for (const table of [
    'webhook',
    'team_project',
    'project_watch',
    'project_category',
    'label',
    'project_filter',
    'workflow_setting',
    'machinery_usage',
    'machinery_offer',
    'glossary_coverage',
    'subscription',
    'announcement',
    'addon',
    'alert',
    'task',
    'project_backup',
    'report',
  ] as const)
    await tx.deleteFrom(table).where('project_id', '=', project.id).execute()
  for (const table of ['memory', 'translation_change'] as const) await removeMany(tx, table, 'project_id', project.id)
  await tx.deleteFrom('project').where('id', '=', project.id).execute()
  // Changes outside any project are public, so a hidden project must not be named.
  const isHidden = project.access_control >= ACCESS.private
  work.record(ACTION.projectRemoved, {}, { target: isHidden ? '' : project.slug })
  const removal = { area: 'site', kind: 'private-project-removed', accountId: work.account, subject: project.slug }
  // Only superusers see this.
  if (isHidden) await appendChange(tx, work.clock, removal)
}
