import { EVERY_PROJECT } from '#translation/catalogue/workflows.ts'
import { takeWorkflow, type WorkflowPage, workflowCards } from '#translation/manage/workflow-cards.ts'
import { type AdminSection, manages, type Visit } from './section.ts'

const pageOf = async ({ services }: Visit): Promise<WorkflowPage> => ({
  path: '/',
  project: EVERY_PROJECT,
  languages: await services.store.read
    .selectFrom('translation_language')
    .select(['code', 'name'])
    .orderBy('name')
    .execute(),
})

/** Languages that have their own rules for reviews and suggestions in all projects. */
export const workflows: AdminSection = {
  name: 'workflows',
  title: 'manage.workflows',
  lead: 'admin.workflows_lead',
  opens: manages,
  show: async (visit, tried) => ({ content: await workflowCards(visit, await pageOf(visit), tried) }),
  take: async (visit, form, sent) => takeWorkflow(visit, await pageOf(visit), form, sent),
}
