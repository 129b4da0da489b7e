import { html } from '#html/html.ts'
import { hasAgreed } from '../catalogue/agreements.ts'
import type { Place } from '../reports/place.ts'
import { totalsIn } from '../reports/visible-totals.ts'
import { agreementNote } from './agreement-page.ts'
import type { Page, PageContext } from './send-page.ts'
import { aboutOf, overview } from './shapes/overview.ts'
import { placeHeading, titleOf } from './shapes/place-heading.ts'
import { languageRows } from './shapes/places.ts'
import { progressTable } from './shapes/progress-table.ts'

/** `/projects/tea/menu/`: a component with its languages. */
export async function componentPage(context: PageContext, place: Place): Promise<Page> {
  const { services, permissions, reader } = context
  const { t } = reader
  const db = services.store.read
  const translations = await db
    .selectFrom('translation')
    .selectAll()
    .where('component_id', '=', place.component!.id)
    .execute()
  const totals = await totalsIn(db, permissions, place)
  const rows = await languageRows(context, place, new Map(translations.map(each => [each.language_id, each])))
  const agreed = await hasAgreed(db, place.component!, context.account?.id ?? null)
  return {
    title: titleOf(context, place),
    about: aboutOf(place),
    needs: ['browse'],
    heading: placeHeading(context, place, 'overview'),
    content: html`${!agreed && agreementNote(reader, place as Required<Place>)}${await overview(context, place, totals)}${progressTable(
      context,
      {
        id: 'languages',
        title: t('frame.languages'),
        what: t('browse.language'),
        rows,
        none: t('browse.no_languages'),
      },
    )}`,
  }
}
