import { html } from '#web/html.ts'
import { projectBySlug } from '../catalogue/components.ts'
import { areChecksPending } from '../catalogue/pending-checks.ts'
import { projectTotals, projectTotalsByLanguage, totalsBy } from '../statistics/statistics.ts'
import { languageName, numbersTable, progressRow, progressTable } from './numbers.ts'
import type { Page, PageContext } from './send-page.ts'

export async function projectsPage({ services, addresses, permissions }: PageContext): Promise<Page> {
  const db = services.store.read
  const projects = await db
    .selectFrom('project')
    .selectAll()
    .where(eb => permissions.visibleProjects(eb))
    .orderBy('name')
    .limit(1000)
    .execute()
  const totals = new Map((await totalsBy(db, 'project')).map(each => [each.id, each]))
  const rows = projects.flatMap(each => {
    const numbers = totals.get(each.id)
    return numbers ? [progressRow(addresses.web('projects', each.slug), each.name, numbers)] : []
  })
  return { title: 'Projects', content: progressTable('Project', rows) }
}

export async function projectPage(
  { services, addresses, permissions }: PageContext,
  slug: string,
): Promise<Page | null> {
  const db = services.store.read
  const project = await projectBySlug(db, slug)
  if (project === null || !permissions.sees(project)) return null
  const components = await db
    .selectFrom('component')
    .selectAll()
    .where('project_id', '=', project.id)
    .where(eb => permissions.visibleComponents(eb))
    .orderBy('name')
    .execute()
  const byComponent = await totalsBy(db, 'component', query =>
    query.where('id', 'in', [-1, ...components.map(each => each.id)]),
  )
  const totals = new Map(byComponent.map(each => [each.id, each]))
  const byLanguage = await projectTotalsByLanguage(db, project.id)
  const languages = await db
    .selectFrom('translation_language')
    .selectAll()
    .where('id', 'in', [-1, ...byLanguage.map(each => each.language_id)])
    .execute()
  const names = new Map(languages.map(each => [each.id, each]))
  return {
    title: project.name,
    about: { project: project.id },
    content: html`${project.instructions && html`<p>${project.instructions}</p>`}${numbersTable(await projectTotals(db, project.id), await areChecksPending(db, { project: project.id }))}
<h2>Components</h2>${progressTable(
      'Component',
      components.flatMap(each => {
        const numbers = totals.get(each.id)
        return numbers
          ? [progressRow(addresses.web('projects', slug, ...each.path.split('/')), each.name, numbers)]
          : []
      }),
    )}<h2>Languages</h2>${progressTable(
      'Language',
      byLanguage.flatMap(each => {
        const language = names.get(each.language_id)
        return language
          ? [progressRow(addresses.web('projects', slug, '-', language.code), languageName(language), each)]
          : []
      }),
    )}`,
  }
}
