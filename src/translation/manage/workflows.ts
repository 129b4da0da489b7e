import type { Section } from './section.ts'
import { apiPath, type Place, type Visit } from './visit.ts'
import { takeWorkflow, type WorkflowPage, workflowCards } from './workflow-cards.ts'

async function pageOf({ services }: Visit, { project }: Place): Promise<WorkflowPage> {
  const languages = await services.store.read
    .selectFrom('translation_language')
    .select(['code', 'name'])
    .where(eb =>
      eb(
        'id',
        'in',
        eb
          .selectFrom('translation')
          .select('language_id')
          .where('project_id', '=', project.id)
          .where('is_source', '=', 0),
      ).or('id', 'in', eb.selectFrom('workflow_setting').select('language_id').where('project_id', '=', project.id)),
    )
    .orderBy('name')
    .execute()
  return { path: apiPath({ project, component: null }), project: project.id, languages }
}

/** Languages of a project that have their own rules for reviews and suggestions. */
export const workflows: Section = {
  name: 'workflows',
  title: 'manage.workflows',
  lead: 'manage.workflows_lead',
  where: 'project',
  opens: () => ['project.edit'],
  show: async (visit, place, tried) => ({ content: await workflowCards(visit, await pageOf(visit, place), tried) }),
  take: async (visit, place, form, sent) => takeWorkflow(visit, await pageOf(visit, place), form, sent),
}
