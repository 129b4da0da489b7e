import { html } from '#web/html.ts'
import { type ComponentRow, componentByPath, projectBySlug } from '../catalogue/components.ts'
import { splitForms } from '../catalogue/forms.ts'
import { languageByCode } from '../catalogue/languages.ts'
import { areChecksPending } from '../catalogue/pending-checks.ts'
import { translationOf } from '../catalogue/translations.ts'
import { componentTotals, projectTotals } from '../statistics/statistics.ts'
import { languageName, numbersTable, progressRow, progressTable } from './numbers.ts'
import type { Page, PageContext } from './send-page.ts'

const SHOWN = 200

/** `/projects/p/c/`, `/projects/p/c/cs/` and `/projects/p/-/cs/`, where `c` may lie inside categories. */
export async function componentPage(context: PageContext, slug: string, rest: string[]): Promise<Page | null> {
  const db = context.services.store.read
  const project = await projectBySlug(db, slug)
  if (project === null || !context.permissions.sees(project)) return null
  if (rest[0] === '-' && rest.length === 2) {
    const language = await languageByCode(db, rest[1]!)
    if (language === null) return null
    const pending = await areChecksPending(db, { project: project.id, language: language.id })
    const content = numbersTable(await projectTotals(db, project.id, language.id), pending)
    return {
      title: `${project.name} – ${language.name}`,
      content,
      about: { project: project.id, language: language.id },
    }
  }
  const whole = await componentByPath(db, project.id, rest.join('/'))
  const component = whole ?? (await componentByPath(db, project.id, rest.slice(0, -1).join('/')))
  if (component === null || !context.permissions.seesComponent(project, component)) return null
  if (whole === null) return translationPage(context, `${project.name} – ${component.name}`, component, rest.at(-1)!)
  const totals = await db.selectFrom('translation').selectAll().where('component_id', '=', component.id).execute()
  const languages = await db
    .selectFrom('translation_language')
    .selectAll()
    .where('id', 'in', [-1, ...totals.map(each => each.language_id)])
    .orderBy('name')
    .execute()
  const byId = new Map(totals.map(each => [each.language_id, each]))
  const rows = languages.map(each =>
    progressRow(context.addresses.web('projects', slug, ...rest, each.code), languageName(each), byId.get(each.id)!),
  )
  const pending = await areChecksPending(db, { project: project.id, component: component.id })
  return {
    title: `${project.name} – ${component.name}`,
    about: { project: project.id, component: component.id },
    content: html`${numbersTable(await componentTotals(db, component.id), pending)}<h2>Languages</h2>${progressTable('Language', rows)}`,
  }
}

async function translationPage(
  { services }: PageContext,
  title: string,
  component: ComponentRow,
  code: string,
): Promise<Page | null> {
  const db = services.store.read
  const language = await languageByCode(db, code)
  const translation = language && (await translationOf(db, component.id, language.id))
  if (translation === null) return null
  const units = await db
    .selectFrom('unit')
    .selectAll()
    .where('translation_id', '=', translation.id)
    .orderBy('position')
    .orderBy('id')
    .limit(SHOWN)
    .execute()
  const place = { project: component.project_id, component: component.id, language: translation.language_id }
  const pending = await areChecksPending(db, place)
  const forms = (text: string) => splitForms(text).map((form, i) => html`${i > 0 && html`<br>`}${form}`)
  const dir = language?.direction === 'rtl' ? 'rtl' : 'ltr'
  const lang = code.replaceAll('_', '-').replaceAll('@', '-')
  return {
    title: `${title} – ${language?.name}`,
    about: place,
    content: html`${numbersTable(translation, pending)}<h2>Strings</h2><table><thead><tr><th scope="col">Source</th><th scope="col">${language?.name}</th></tr></thead><tbody>${units.map(
      unit => html`<tr><td>${forms(unit.source)}</td><td lang="${lang}" dir="${dir}">${forms(unit.target)}</td></tr>`,
    )}</tbody></table>${translation.total > SHOWN && html`<p>The first ${SHOWN} of ${translation.total} strings.</p>`}`,
  }
}
