import { html } from '#html/html.ts'
import { findPlace, type Place } from '../reports/place.ts'
import { categoriesIn } from '../reports/place-lists.ts'
import { totalsByLanguage, totalsByProject, totalsIn } from '../reports/visible-totals.ts'
import { nameOf, pageOf } from './place-addresses.ts'
import type { Page, PageContext } from './send-page.ts'
import { aboutOf, overview } from './shapes/overview.ts'
import { placeHeading, titleOf } from './shapes/place-heading.ts'
import { componentRows, languageRows } from './shapes/places.ts'
import { type Progress, progressTable } from './shapes/progress-table.ts'

/** `/projects/`: all projects. */
export async function projectsPage(context: PageContext): Promise<Page> {
  const { services, permissions, reader } = context
  const { t } = reader
  const db = services.store.read
  const projects = await db
    .selectFrom('project')
    .select(['id', 'slug', 'name'])
    .where(eb => permissions.visibleProjects(eb))
    .execute()
  const totals = await totalsByProject(db, permissions, {})
  const rows = projects.flatMap(({ id, slug, name }): Progress[] => {
    const place = { project: slug }
    const counted = totals.get(id)
    return counted ? [{ text: name, address: pageOf(place), place, totals: counted }] : []
  })
  const table = progressTable(context, {
    id: 'projects',
    title: t('frame.projects'),
    what: t('browse.project'),
    rows,
    none: t('browse.no_projects'),
  })
  return {
    title: t('frame.projects'),
    needs: ['browse'],
    heading: permissions.onSite('project.add')
      ? html`<div class="heading">
        <h1>${t('frame.projects')}</h1>
        <div class="buttons"><a class="button" href="/create/project/">${t('manage.create_project')}</a></div>
      </div>`
      : html`<h1 class="aside">${t('frame.projects')}</h1>`,
    content: html`${await overview(context, {}, await totalsIn(db, permissions, {}))}${table}`,
  }
}

/** `/projects/tea/`: a project with its components and languages. */
export async function projectPage(context: PageContext, slug: string): Promise<Page | null> {
  const { services, permissions, reader, addresses } = context
  const { t } = reader
  const db = services.store.read
  const place = await findPlace(db, permissions, { project: slug })
  if (!place?.project) return null
  const { project } = place
  const totals = await totalsIn(db, permissions, place)
  const components = await componentRows(context, place)
  const languages = await languageRows(context, place, await totalsByLanguage(db, permissions, place))
  const create = `/create/component/?${new URLSearchParams({ project: slug })}`
  const actions = [
    html`<a class="button first" href="${addresses.web('engage', slug)}">${t('browse.engage')}</a>`,
    permissions.inProject(project, 'project.edit') &&
      html`<a class="button" href="${create}">${t('manage.create_component')}</a>`,
  ]
  return {
    title: titleOf(context, place),
    about: aboutOf(place),
    needs: ['browse'],
    heading: placeHeading(context, place, 'overview', actions),
    content: html`${project.instructions && html`<p class="instructions" dir="auto">${project.instructions}</p>`}
      ${await overview(context, place, totals)}
      ${await categoryTable(context, place)}${progressTable(context, {
        id: 'components',
        title: t('browse.components'),
        what: t('browse.component'),
        rows: components,
        none: t('browse.no_components'),
      })}
      ${progressTable(context, {
        id: 'languages',
        title: t('frame.languages'),
        what: t('browse.language'),
        rows: languages,
        none: t('browse.no_languages'),
      })}`,
  }
}

/** Subcategories of a project or category, if any. */
export async function categoryTable(context: PageContext, place: Place) {
  const { t } = context.reader
  const categories = await categoriesIn(context.services.store.read, context.permissions, place)
  if (categories.length === 0) return null
  const rows = categories.map(({ path, name, totals }): Progress => {
    const at = { ...nameOf(place), category: path }
    return { text: name, address: pageOf(at), place: at, totals }
  })
  const title = t('browse.categories')
  return progressTable(context, { id: 'categories', title, what: title, rows, none: '' })
}
