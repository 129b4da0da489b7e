import { html } from '#html/html.ts'
import { findPlace } from '../reports/place.ts'
import { totalsByLanguage, totalsIn } from '../reports/visible-totals.ts'
import { stringsOf } from './place-addresses.ts'
import type { Page, PageContext } from './send-page.ts'
import { COUNTED } from './shapes/counted.ts'
import { follows } from './shapes/live.ts'
import { aboutOf, overview } from './shapes/overview.ts'
import { placeHeading, titleOf } from './shapes/place-heading.ts'
import { componentRows, languageRows } from './shapes/places.ts'
import { type Progress, progressTable } from './shapes/progress-table.ts'

/** `/languages/`: all languages with translations. */
export async function languagesPage(context: PageContext): Promise<Page> {
  const { services, permissions, reader } = context
  const { t } = reader
  const totals = await totalsByLanguage(services.store.read, permissions, {})
  return {
    title: t('frame.languages'),
    needs: ['browse'],
    heading: html`<h1 class="aside">${t('frame.languages')}</h1>`,
    content: html`${follows({})}${progressTable(context, {
      id: 'languages',
      title: t('frame.languages'),
      what: t('browse.language'),
      rows: await languageRows(context, {}, totals),
      none: t('browse.no_languages'),
    })}`,
  }
}

/** `/languages/cs/`, and `/projects/tea/-/cs/` for the same in one project. */
export async function languagePage(context: PageContext, code: string, project?: string): Promise<Page | null> {
  const { services, permissions, reader, addresses } = context
  const { t } = reader
  const db = services.store.read
  const place = await findPlace(db, permissions, { language: code, project })
  if (!place?.language) return null
  const { language } = place
  const totals = await totalsIn(db, permissions, place)
  const rows = await componentRows(context, place)
  const json = place.project
    ? addresses.api('projects', place.project.slug, 'statistics')
    : addresses.api('languages', language.code, 'statistics')
  return {
    title: titleOf(context, place),
    about: aboutOf(place),
    needs: ['browse'],
    heading: placeHeading(context, place, 'overview', goOn(context, nextPlace(rows))),
    content: html`${await overview(context, place, totals)}${progressTable(context, {
      id: 'components',
      title: t('browse.components'),
      what: t('browse.component'),
      rows,
      none: t('browse.no_components'),
    })}
      <p class="small quiet">
        ${t('browse.plurals', { count: language.plural_number })} (<code>${language.plural_formula}</code>).
        <a href="${json}">${t('browse.as_json')}</a>
      </p>`,
  }
}

/** The best place to continue: the most recently changed component that is not complete. */
function nextPlace(rows: readonly Progress[]): Progress | undefined {
  const open = rows.filter(({ totals }) => COUNTED.unfinished.strings(totals) > 0)
  return open.toSorted((a, b) => (b.totals.last_change ?? 0) - (a.totals.last_change ?? 0))[0]
}

const goOn = ({ reader }: PageContext, row: Progress | undefined) =>
  row &&
  html`<a class="button first" href="${stringsOf(row.place, COUNTED.unfinished.q)}">${reader.t('browse.continue')}</a>`
