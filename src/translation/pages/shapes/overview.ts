import { type Html, html } from '#html/html.ts'
import { ALERTS, alertsOf, isAlert } from '../../catalogue/alerts.ts'
import { areChecksPending } from '../../catalogue/pending-checks.ts'
import { eventsIn } from '../../reports/events.ts'
import type { Place } from '../../reports/place.ts'
import type { Totals } from '../../statistics/statistics.ts'
import type { Scope } from '../announcements.ts'
import { nameOf, placed } from '../place-addresses.ts'
import { manageAddress } from '../place-tabs.ts'
import type { PageContext } from '../send-page.ts'
import { chartCard } from './chart.ts'
import { eventList } from './events.ts'
import { figures } from './figures.ts'
import { follows } from './live.ts'

/** Enough for a short summary. */
const EVENTS_READ = 80
const EVENTS_SHOWN = 5

/** Overview of a place: key figures, weekly chart and recent activity. */
export async function overview(context: PageContext, place: Place, totals: Totals): Promise<Html> {
  const { reader, services, permissions, activity } = context
  const { t } = reader
  const db = services.store.read
  const pending = await areChecksPending(db, aboutOf(place))
  const weeks = await activity.weeks(permissions, place)
  const events = await eventsIn({ db, permissions, clock: services.clock }, place, {}, EVENTS_READ)
  const name = nameOf(place)
  return html`${follows(name)}${await alertNote(context, place)}${await figures(context, place, totals, pending)}
    <div class="two">
      ${chartCard(context, name, weeks, 'strings')}
      <section class="card" id="lately" data-part>
        <h2>${t('browse.recent_activity')}</h2>
        ${eventList(context, events, place, EVENTS_SHOWN)}
        ${
          events.length > 0 &&
          html`<p class="small more"><a href="${placed('/changes/', name)}">${t('browse.whole_history')}</a></p>`
        }
      </section>
    </div>`
}

/** A link to the alerts, for users who can fix them. */
async function alertNote({ services, permissions, reader }: PageContext, place: Place): Promise<Html | null> {
  const { project, component, language } = place
  if (!project || language) return null
  if (!permissions.inPlace({ project, component }, component ? 'component.edit' : 'project.edit')) return null
  const alerts = await alertsOf(services.store.read, project.id, component?.id ?? null)
  // Informational alerts are only shown in the alerts section.
  const count = alerts.filter(({ name }) => isAlert(name) && ALERTS[name].severity !== 'info').length
  if (count === 0) return null
  const address = manageAddress('alerts', { project, component: component ?? null })
  return html`<p class="note warning"><a href="${address}">${reader.t('manage.alerts_here', { count })}</a></p>`
}

/** Which announcements concern a place. */
export const aboutOf = ({ project, component, language }: Place): Scope => ({
  ...(project && { project: project.id }),
  ...(component && { component: component.id }),
  ...(language && { language: language.id }),
})
