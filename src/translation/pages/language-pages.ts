import { html } from '#web/html.ts'
import { isUsed, languageByCode } from '../catalogue/languages.ts'
import { areChecksPending } from '../catalogue/pending-checks.ts'
import { languageTotals, languageTotalsByProject, totalsBy } from '../statistics/statistics.ts'
import { languageName, numbersTable, progressRow, progressTable } from './numbers.ts'
import type { Page, PageContext } from './send-page.ts'

export async function languagesPage({ services, addresses }: PageContext): Promise<Page> {
  const db = services.store.read
  const totals = await totalsBy(db, 'language')
  const languages = await db
    .selectFrom('translation_language')
    .selectAll()
    .where('id', 'in', [-1, ...totals.map(each => each.id)])
    .orderBy('name')
    .execute()
  const byId = new Map(totals.map(each => [each.id, each]))
  const rows = languages.map(each =>
    progressRow(addresses.web('languages', each.code), languageName(each), byId.get(each.id)!),
  )
  return { title: 'Languages', content: progressTable('Language', rows) }
}

export async function languagePage(
  { services, addresses, permissions }: PageContext,
  code: string,
): Promise<Page | null> {
  const db = services.store.read
  const language = await languageByCode(db, code)
  if (language === null) return null
  if (!(await isUsed(db, language.id)) && !permissions.onSite('language.edit')) return null
  const totals = await languageTotalsByProject(db, language.id)
  const projects = await db
    .selectFrom('project')
    .selectAll()
    .where('id', 'in', [-1, ...totals.map(each => each.id)])
    .where(eb => permissions.visibleProjects(eb))
    .orderBy('name')
    .execute()
  const byId = new Map(totals.map(each => [each.id, each]))
  const rows = projects.map(each =>
    progressRow(addresses.web('projects', each.slug, '-', language.code), each.name, byId.get(each.id)!),
  )
  const api = addresses.api('languages', language.code, 'statistics')
  return {
    title: language.name,
    about: { language: language.id },
    content: html`<p>Code <code>${language.code}</code>, ${language.plural_number} plural forms
(<code>${language.plural_formula}</code>). <a href="${api}">The same as JSON</a>.</p>
${numbersTable(await languageTotals(db, language.id), await areChecksPending(db, { language: language.id }))}<h2>Projects</h2>${progressTable('Project', rows)}`,
  }
}
