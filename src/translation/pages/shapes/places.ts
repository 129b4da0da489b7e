import { html } from '#html/html.ts'
import type { Reader } from '#store/store.ts'
import type { Permissions } from '../../catalogue/permissions.ts'
import type { Place } from '../../reports/place.ts'
import { componentsIn, languagesOf } from '../../reports/place-lists.ts'
import type { TotalsById } from '../../reports/visible-totals.ts'
import { nameOf, pageOf } from '../place-addresses.ts'
import type { PageContext } from '../send-page.ts'
import type { Progress } from './progress-table.ts'

/** Table rows for the languages of a place. */
export async function languageRows(context: PageContext, place: Place, totals: TotalsById): Promise<Progress[]> {
  const { wording, services } = context
  const languages = await languagesOf(services.store.read, [...totals.keys()])
  return languages.map(language => {
    const name = { ...nameOf(place), language: language.code }
    const text = wording.language(language)
    // Several languages may share a name, so show the code as well.
    return {
      text,
      name: html`${text} <small>${language.code}</small>`,
      address: pageOf(name),
      place: name,
      totals: totals.get(language.id)!,
    }
  })
}

/** Table rows for the components of a place, in its language if it has one. */
export async function componentRows(
  { services, permissions }: { services: { store: { read: Reader } }; permissions: Permissions },
  place: Place,
): Promise<Progress[]> {
  const rows = await componentsIn(services.store.read, permissions, place)
  return rows.map(({ project, path, name, projectName, category, totals }) => {
    const at = { project, component: path, language: place.language?.code }
    const own = place.project?.slug === project
    // Inside a category, its own path is omitted.
    const inner = category === null || place.category ? name : `${category} / ${name}`
    return { text: own ? inner : `${projectName} / ${inner}`, address: pageOf(at), place: at, totals }
  })
}
