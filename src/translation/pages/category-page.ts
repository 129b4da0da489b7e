import { html } from '#html/html.ts'
import type { Place } from '../reports/place.ts'
import { totalsIn } from '../reports/visible-totals.ts'
import { categoryTable } from './project-pages.ts'
import type { Page, PageContext } from './send-page.ts'
import { aboutOf, overview } from './shapes/overview.ts'
import { placeHeading, titleOf } from './shapes/place-heading.ts'
import { componentRows } from './shapes/places.ts'
import { progressTable } from './shapes/progress-table.ts'

/** `/projects/tea/drinks/`: the components in a category of a project. */
export async function categoryPage(context: PageContext, place: Place): Promise<Page> {
  const { services, permissions, reader } = context
  const { t } = reader
  const totals = await totalsIn(services.store.read, permissions, place)
  const rows = await componentRows(context, place)
  return {
    title: titleOf(context, place),
    about: aboutOf(place),
    needs: ['browse'],
    heading: placeHeading(context, place, 'overview'),
    content: html`${await overview(context, place, totals)}${await categoryTable(context, place)}${progressTable(
      context,
      {
        id: 'components',
        title: t('browse.components'),
        what: t('browse.component'),
        rows,
        none: t('browse.no_components'),
      },
    )}`,
  }
}
