import { invalidField } from '#fields/problem.ts'
import type { Reader } from '#store/store.ts'
import { type ComponentRow, componentByPath, type ProjectRow, projectBySlug } from '../../catalogue/components.ts'
import { languageByCode } from '../../catalogue/languages.ts'
import type { ReportRange, ReportScope } from '../../reports/contributions.ts'
import { componentsIn, findCategory } from './categories.ts'
import { type AnyCall, findComponent, findProject, visibleProjectIds } from './find.ts'

/** Scope of a report. */
export interface ReportPlace {
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

/** The place that a request names in its body or query; null if it names none. */
export async function reportNamed(
  call: AnyCall,
  named: { project?: string | undefined; category?: number | undefined; component?: string | undefined },
): Promise<ReportPlace | null> {
  const names = (['project', 'category', 'component'] as const).filter(name => named[name] !== undefined)
  if (names.length > 1)
    throw invalidField(names[1]!, 'invalid', 'Name a project, a category or a component, not several.')
  const permissions = await call.permissions()
  const missing = (attr: string) => invalidField(attr, 'does_not_exist', `This ${attr} does not exist.`)
  if (named.project !== undefined) {
    const project = named.project.includes('/') ? null : await projectBySlug(call.db, named.project)
    if (project === null || !permissions.sees(project)) throw missing('project')
    return { ...WHOLE_SITE, project, scope: { projects: [project.id] } }
  }
  if (named.category !== undefined) {
    const rows = call.db.selectFrom('project_category').selectAll().where('id', '=', named.category)
    const category = await rows.executeTakeFirst()
    const project = category && (await projectOf(call, category.project_id))
    if (!category || !project || !permissions.sees(project)) throw missing('category')
    const components = await componentsIn(call, { category, project })
    return { ...WHOLE_SITE, project, category_id: category.id, scope: { components } }
  }
  if (named.component === undefined) return null
  const row = await componentNamed(call, named.component)
  const project = row && (await projectOf(call, row.project_id))
  if (!row || !project || !permissions.seesComponent(project, row)) throw missing('component')
  return { ...WHOLE_SITE, project, component_id: row.id, scope: { components: [row.id] } }
}

const projectOf = (call: AnyCall, id: number) =>
  call.db.selectFrom('project').selectAll().where('id', '=', id).executeTakeFirst()

async function componentNamed(call: AnyCall, name: string): Promise<ComponentRow | null> {
  if (/^\d{1,15}$/.test(name)) {
    const rows = call.db.selectFrom('component').selectAll().where('id', '=', Number(name))
    return (await rows.executeTakeFirst()) ?? null
  }
  const [slug = '', ...path] = name.split('/')
  const project = await projectBySlug(call.db, slug)
  return project && (await componentByPath(call.db, project.id, path.join('/')))
}

/** The components of a scope that the caller can see. */
export async function visibleScope(call: AnyCall, { projects, components }: ReportScope): Promise<ReportScope> {
  const permissions = await call.permissions()
  const rows = await call.db
    .selectFrom('component')
    .innerJoin('project', 'project.id', 'component.project_id')
    .select('component.id')
    .where(eb => permissions.visibleProjects(eb))
    .where(eb => permissions.visibleComponents(eb))
    .$if(projects !== undefined, query => query.where('component.project_id', 'in', [-1, ...projects!]))
    .$if(components !== undefined, query => query.where('component.id', 'in', [-1, ...components!]))
    .execute()
  return { components: rows.map(row => row.id) }
}

/** What reports are about, by the ID of the report: the kind of place with its ID, and its name. */
export async function scopeNames(
  db: Reader,
  rows: readonly { id: number; project_id: number | null; category_id: number | null; component_id: number | null }[],
): Promise<ReadonlyMap<number, Record<string, string>>> {
  const named = async (table: 'project' | 'project_category' | 'component', ids: readonly (number | null)[]) => {
    const found = await db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('id', 'in', [-1, ...ids.flatMap(id => id ?? [])])
      .execute()
    return new Map(found.map(row => [row.id, row.name]))
  }
  const projects = await named(
    'project',
    rows.map(row => row.project_id),
  )
  const categories = await named(
    'project_category',
    rows.map(row => row.category_id),
  )
  const components = await named(
    'component',
    rows.map(row => row.component_id),
  )
  return new Map(
    rows.flatMap(({ id, project_id, category_id, component_id }) => {
      const places = [
        ['component', component_id, components],
        ['category', category_id, categories],
        ['project', project_id, projects],
      ] as const
      const place = places.find(([, of]) => of !== null)
      if (place === undefined) return []
      const [kind, of, names] = place
      return [[id, { [kind]: String(of), name: names.get(of!) ?? '' }] as const]
    }),
  )
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
