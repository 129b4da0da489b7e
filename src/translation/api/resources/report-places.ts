import { invalidField } from '#fields/problem.ts'
import type { ProjectRow } from '../../catalogue/components.ts'
import { languageByCode } from '../../catalogue/languages.ts'
import type { ReportRange, ReportScope } from '../../reports/contributions.ts'
import { componentsIn, findCategory } from './categories.ts'
import { type AnyCall, findComponent, findProject, visibleProjectIds } from './find.ts'

/** What a report is about. */
interface ReportPlace {
  project: ProjectRow | null
  category_id: number | null
  component_id: number | null
  scope: ReportScope
}

export type FindReportPlace = (call: AnyCall) => Promise<ReportPlace>

const NOWHERE = { project: null, category_id: null, component_id: null }

export const reportOfSite: FindReportPlace = async call => ({
  ...NOWHERE,
  scope: { projects: await visibleProjectIds(call) },
})
export const reportOfProject: FindReportPlace = async call => {
  const project = await findProject(call)
  return { ...NOWHERE, project, scope: { projects: [project.id] } }
}
export const reportOfCategory: FindReportPlace = async call => {
  const found = await findCategory(call)
  const components = await componentsIn(call, found)
  return { ...NOWHERE, project: found.project, category_id: found.category.id, scope: { components } }
}
export const reportOfComponent: FindReportPlace = async call => {
  const { project, component } = await findComponent(call)
  return { ...NOWHERE, project, component_id: component.id, scope: { components: [component.id] } }
}

/** Those who may see reports get everybody's work, others their own. */
export async function reportRange(
  call: AnyCall,
  { project }: ReportPlace,
  wish: { start: number; end: number; language: string | undefined; languageAttr: string },
): Promise<ReportRange> {
  if (wish.start > wish.end) throw invalidField('end', 'invalid', 'The end lies before the start.')
  const language = wish.language === undefined ? null : await languageByCode(call.db, wish.language)
  if (wish.language !== undefined && language === null)
    throw invalidField(wish.languageAttr, 'does_not_exist', `There is no language code "${wish.language}".`)
  const permissions = await call.permissions()
  const seesAll = project === null ? permissions.superuser : permissions.inProject(project, 'reports.view')
  return {
    start: wish.start,
    end: wish.end,
    ...(language && { language: language.id }),
    ...(!seesAll && { author: call.accountId() }),
  }
}
