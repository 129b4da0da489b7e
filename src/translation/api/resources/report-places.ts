import { invalidField } from '#fields/problem.ts'
import type { ProjectRow } from '../../catalogue/components.ts'
import { languageByCode } from '../../catalogue/languages.ts'
import type { ReportRange, ReportScope } from '../../reports/contributions.ts'
import { componentsIn, findCategory } from './categories.ts'
import { type AnyCall, findComponent, findProject, visibleProjectIds } from './find.ts'

/** Scope of a report. */
interface ReportPlace {
  project: ProjectRow | null
  category_id: number | null
  component_id: number | null
  scope: ReportScope
}

export type FindReportPlace = (call: AnyCall) => Promise<ReportPlace>

const WHOLE_SITE = { project: null, category_id: null, component_id: null }

export const reportOfSite: FindReportPlace = async call => ({
  ...WHOLE_SITE,
  scope: { projects: await visibleProjectIds(call) },
})
export const reportOfProject: FindReportPlace = async call => {
  const project = await findProject(call)
  return { ...WHOLE_SITE, project, scope: { projects: [project.id] } }
}
export const reportOfCategory: FindReportPlace = async call => {
  const place = await findCategory(call)
  const components = await componentsIn(call, place)
  return { ...WHOLE_SITE, project: place.project, category_id: place.category.id, scope: { components } }
}
export const reportOfComponent: FindReportPlace = async call => {
  const { project, component } = await findComponent(call)
  return { ...WHOLE_SITE, project, component_id: component.id, scope: { components: [component.id] } }
}

/** Callers with permission to view reports get everyone's work, others only their own. */
export async function reportRange(
  call: AnyCall,
  { project }: ReportPlace,
  period: { start: number; end: number; language: string | undefined; languageAttr: string },
): Promise<ReportRange> {
  if (period.start > period.end) throw invalidField('end', 'invalid', 'The end must not be before the start.')
  const language = period.language === undefined ? null : await languageByCode(call.db, period.language)
  if (period.language !== undefined && language === null)
    throw invalidField(period.languageAttr, 'does_not_exist', `There is no language code "${period.language}".`)
  const permissions = await call.permissions()
  const seesAll = project === null ? permissions.superuser : permissions.inProject(project, 'reports.view')
  return {
    start: period.start,
    end: period.end,
    ...(language && { language: language.id }),
    ...(!seesAll && { author: call.accountId() }),
  }
}
