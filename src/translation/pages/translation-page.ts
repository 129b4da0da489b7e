import { html } from '#html/html.ts'
import type { Place } from '../reports/place.ts'
import { nameOf, stringsOf } from './place-addresses.ts'
import type { Page, PageContext } from './send-page.ts'
import { COUNTED } from './shapes/counted.ts'
import { aboutOf, overview } from './shapes/overview.ts'
import { placeHeading, titleOf } from './shapes/place-heading.ts'
import { statesTable } from './shapes/states-table.ts'

/** `/projects/tea/menu/cs/`: one component in one language, with links to the editor by state. */
export async function translationPage(context: PageContext, place: Place): Promise<Page> {
  const { t } = context.reader
  const totals = place.translation!
  const unfinished = COUNTED.unfinished.strings(totals) > 0
  const address = stringsOf(nameOf(place), unfinished ? COUNTED.unfinished.q : '')
  const actions = html`<a class="button first" href="${address}">
    ${t(unfinished ? 'browse.continue' : 'browse.look_strings')}
  </a>`
  return {
    title: titleOf(context, place),
    about: aboutOf(place),
    needs: ['browse'],
    heading: placeHeading(context, place, 'overview', actions),
    content: html`${await overview(context, place, totals)}${statesTable(context, place, totals)}`,
  }
}
