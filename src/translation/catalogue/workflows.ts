// The workflow of a language: settings of its project and component, unless the language has its own in the project or
// on the site. The first of these applies as a whole.

import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '#store/store.ts'
import type { ComponentRow, ProjectRow } from './components.ts'
import type { ProjectPermission } from './permission-names.ts'
import type { Permissions } from './permissions.ts'
import type { TranslationRow } from './rows.ts'

/** Settings of a language, as Weblate names them. */
export interface Workflow {
  readonly translation_review: boolean
  readonly enable_suggestions: boolean
  readonly restrict_direct_editing: boolean
  readonly suggestion_voting: boolean
  readonly suggestion_autoaccept: number
}

/** Instead of a project: settings for a language in all projects. */
export const EVERY_PROJECT = 0

interface Place {
  readonly project: Pick<ProjectRow, 'translation_review'>
  readonly component: Pick<ComponentRow, 'enable_suggestions' | 'suggestion_voting' | 'suggestion_autoaccept'>
  readonly translation: Pick<TranslationRow, 'workflow'>
}

/** Reviews need the setting of the project; a language can only turn them off. */
export function workflowOf({ project, component, translation }: Place): Workflow {
  const review = project.translation_review === 1
  if (translation.workflow !== '') {
    const own = JSON.parse(translation.workflow) as Workflow
    return { ...own, translation_review: review && own.translation_review }
  }
  return {
    translation_review: review,
    enable_suggestions: component.enable_suggestions === 1,
    restrict_direct_editing: false,
    suggestion_voting: component.suggestion_voting === 1,
    suggestion_autoaccept: component.suggestion_autoaccept,
  }
}

/** Whether reviews are on in a translation. */
export const hasReviews = ({ project, translation }: Pick<Place, 'project' | 'translation'>): boolean =>
  project.translation_review === 1 &&
  (translation.workflow === '' || (JSON.parse(translation.workflow) as Workflow).translation_review)

/** Permissions to change a translation without a suggestion. */
const DIRECT: ReadonlySet<ProjectPermission> = new Set<ProjectPermission>(['unit.edit', 'suggestion.accept'])

interface Edited {
  readonly project: Pick<ProjectRow, 'id' | 'access_control'>
  readonly component: Pick<ComponentRow, 'id'>
  readonly translation: Pick<TranslationRow, 'workflow' | 'is_source'>
  readonly language: { readonly id: number; readonly code: string }
}

/** Whether the workflow leaves changing the translation to others. */
export function onlySuggests(
  permissions: Permissions,
  { project, component, translation, language }: Edited,
  permission: ProjectPermission = 'unit.edit',
): boolean {
  if (translation.workflow === '' || translation.is_source === 1 || !DIRECT.has(permission)) return false
  const { restrict_direct_editing } = JSON.parse(translation.workflow) as Workflow
  return restrict_direct_editing && !permissions.inPlace({ project, component, language }, 'unit.override')
}

/** The settings in effect for a language of a project, as SQL for the column `workflow` of a translation. */
export const workflowInEffect = (
  project: number | RawBuilder<number>,
  language: number | RawBuilder<number>,
): RawBuilder<string> => sql<string>`coalesce((select w.settings from workflow_setting w
    where w.language_id = ${language} and w.project_id in (${EVERY_PROJECT}, ${project})
    order by w.project_id desc limit 1), '')`

export async function ownWorkflow(db: Reader, project_id: number, language_id: number): Promise<Workflow | null> {
  const row = await db
    .selectFrom('workflow_setting')
    .select('settings')
    .where('project_id', '=', project_id)
    .where('language_id', '=', language_id)
    .executeTakeFirst()
  return row === undefined ? null : (JSON.parse(row.settings) as Workflow)
}

/** Customizes a language, or with null stops doing so. */
export async function setWorkflow(
  tx: Writer,
  project_id: number,
  language_id: number,
  workflow: Workflow | null,
): Promise<void> {
  if (workflow === null)
    await tx
      .deleteFrom('workflow_setting')
      .where('project_id', '=', project_id)
      .where('language_id', '=', language_id)
      .execute()
  else {
    const settings = JSON.stringify(workflow)
    await tx
      .insertInto('workflow_setting')
      .values({ project_id, language_id, settings })
      .onConflict(conflict => conflict.columns(['project_id', 'language_id']).doUpdateSet({ settings }))
      .execute()
  }
  await tx
    .updateTable('translation')
    .set({ workflow: workflowInEffect(sql.ref<number>('translation.project_id'), language_id) })
    .where('language_id', '=', language_id)
    .$if(project_id !== EVERY_PROJECT, query => query.where('project_id', '=', project_id))
    .execute()
}

/** Gives the translations of a project the settings in effect, for rows that came from elsewhere. */
export const settleWorkflows = (tx: Writer, project_id: number): Promise<unknown> =>
  tx
    .updateTable('translation')
    .set({ workflow: workflowInEffect(project_id, sql.ref<number>('translation.language_id')) })
    .where('project_id', '=', project_id)
    .execute()

/** Languages with their own workflow, by name. */
export async function customizedLanguages(
  db: Reader,
  project_id: number,
): Promise<{ code: string; name: string; workflow: Workflow }[]> {
  const rows = await db
    .selectFrom('workflow_setting')
    .innerJoin('translation_language', 'translation_language.id', 'workflow_setting.language_id')
    .select(['code', 'name', 'settings'])
    .where('project_id', '=', project_id)
    .orderBy('name')
    .execute()
  return rows.map(({ settings, ...language }) => ({ ...language, workflow: JSON.parse(settings) as Workflow }))
}
