import { html } from '#html/html.ts'
import type { Reader } from '#store/store.ts'
import type { Permissions } from '../../catalogue/permissions.ts'
import type { Place } from '../../reports/place.ts'
import { componentsIn, languagesOf } from '../../reports/place-lists.ts'
import type { TotalsById } from '../../reports/visible-totals.ts'
import { nameOf, pageOf } from '../place-addresses.ts'
import type { PageContext } from '../send-page.ts'
import type { Progress } from './progress-table.ts'

/** The languages of a place as rows of a table. */
export async function languageRows(context: PageContext, place: Place, totals: TotalsById): Promise<Progress[]> {
  const { wording, services } = context
  const languages = await languagesOf(services.store.read, [...totals.keys()])
  return languages.map(language => {
    const name = { ...nameOf(place), language: language.code }
    const text = wording.language(language)
    // Several languages may have one name, so the code stands beside it.
    return {
      text,
      name: html`${text} <small>${language.code}</small>`,
      address: pageOf(name),
      place: name,
      totals: totals.get(language.id)!,
    }
  })
}

/** The components of a place, in its language where it has one. */
export async function componentRows(
  { services, permissions }: { services: { store: { read: Reader } }; permissions: Permissions },
  place: Place,
): Promise<Progress[]> {
  const rows = await componentsIn(services.store.read, permissions, place)
  return rows.map(({ project, path, name, projectName, category, totals }) => {
    const at = { project, component: path, language: place.language?.code }
    const own = place.project?.slug === project
    // In a category its own path goes without saying.
    const inner = category === null || place.category ? name : `${category} / ${name}`
    return { text: own ? inner : `${projectName} / ${inner}`, address: pageOf(at), place: at, totals }
  })
}
