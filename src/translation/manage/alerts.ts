import { type Html, html } from '#web/html.ts'
import { type AlertName, type AlertRow, isAlert, alertsOf as storedAlerts } from '../catalogue/alerts.ts'
import { manageAddress } from '../pages/place-tabs.ts'
import type { Section } from './section.ts'
import { tasksOf, taskView } from './tasks.ts'
import { moment } from './times.ts'
import type { Place, Visit } from './visit.ts'

const MANY = 50

/** Something that wants looking after, with the way to where that is done. */
interface Alert {
  readonly text: string
  /** What to do about it. */
  readonly advice?: string
  readonly details?: readonly string[]
  readonly since?: string
  readonly address: string
  readonly way: string
}

/** Where each is set right. */
const SECTIONS: Readonly<Record<AlertName, 'settings' | 'screenshots' | 'languages'>> = {
  ...{ MergeFailure: 'settings', UpdateFailure: 'settings', PushFailure: 'settings', ParseError: 'settings' },
  ...{ NoMaskMatches: 'settings', DuplicateLanguage: 'settings', DuplicateString: 'settings' },
  ...{ DuplicateFilemask: 'settings', BrokenProjectURL: 'settings', MissingLicense: 'settings' },
  UnusedScreenshot: 'screenshots',
}

interface Details {
  readonly error?: string
  readonly link?: string
  readonly filemask?: string
  readonly duplicates?: readonly string[]
  readonly occurrences?: readonly Readonly<Record<'filename' | 'name' | 'source' | 'error', string | undefined>>[]
}

function written(
  { t, reader }: Visit,
  { details, created_at }: AlertRow,
  name: AlertName,
  { project, component }: Pick<Place, 'project' | 'component'>,
): Alert {
  const { error, link, filemask, duplicates = [], occurrences = [] } = JSON.parse(details) as Details
  const label = t(`manage.alert_${name}`)
  const section = SECTIONS[name]
  return {
    text: component === null ? label : `${component.name}: ${label}`,
    advice: t(`manage.alert_${name}_do`),
    details: [
      ...[link, filemask, ...(error?.split('\n') ?? []), ...duplicates].flatMap(line => line || []),
      ...occurrences.map(each => [each.filename, each.name, each.source, each.error].filter(Boolean).join(': ')),
    ],
    since: t('manage.alert_since', { when: moment(reader, created_at / 1000) }),
    address: manageAddress(section, { project, component }),
    way: t(`manage.${section}`),
  }
}

/** What is found by looking at how the place is set up now. */
async function alertsOf(visit: Visit, place: Place): Promise<Alert[]> {
  const { services, permissions, t } = visit
  const { project } = place
  const db = services.store.read
  const components = await db
    .selectFrom('component')
    .selectAll()
    .where('project_id', '=', project.id)
    .where(eb => permissions.visibleComponents(eb))
    .$if(place.component !== null, query => query.where('id', '=', place.component!.id))
    .orderBy('path')
    .execute()
  const sizes = await db
    .selectFrom('translation')
    .select(['component_id', eb => eb.fn.countAll<number>().as('languages'), eb => eb.fn.max('total').as('total')])
    .where('project_id', '=', project.id)
    .groupBy('component_id')
    .execute()
  const alerts: Alert[] = (await storedAlerts(db, project.id, place.component?.id ?? null)).flatMap(row => {
    const component = components.find(each => each.id === row.component_id) ?? null
    const isHidden = row.component_id !== null && component === null
    return isHidden || !isAlert(row.name) ? [] : [written(visit, row, row.name, { project, component })]
  })
  if (components.length === 0)
    alerts.push({
      text: t('manage.alert_no_component'),
      address: `/create/component/?project=${project.slug}`,
      way: t('manage.create_component'),
    })
  for (const component of components) {
    const { name } = component
    const at = (section: string) => manageAddress(section, { project, component })
    const size = sizes.find(each => each.component_id === component.id)
    if (Number(size?.total ?? 0) === 0)
      alerts.push({ text: t('manage.alert_no_strings', { name }), address: at('files'), way: t('manage.files') })
    if (Number(size?.languages ?? 0) <= 1)
      alerts.push({
        text: t('manage.alert_no_language', { name }),
        address: at('languages'),
        way: t('manage.languages'),
      })
    if (component.locked === 1)
      alerts.push({ text: t('manage.alert_locked', { name }), address: at('lock'), way: t('manage.lock') })
    if (alerts.length > MANY) break
  }
  for (const task of (await tasksOf(visit, place)).map(taskView))
    if (task.error !== null)
      alerts.push({
        text: t('manage.alert_task', { why: task.error }),
        address: manageAddress('tasks', place),
        way: t('manage.tasks'),
      })
  return alerts.slice(0, MANY)
}

const alertLine = ({ text, advice, details = [], since, address, way }: Alert): Html =>
  advice === undefined
    ? html`<li class="row"><span>${text}</span><a class="button" href="${address}">${way}</a></li>`
    : html`<li class="row"><div><strong>${text}</strong> <span class="small">${since}</span><p>${advice}</p>${details.length > 0 && html`<ul class="small">${details.map(line => html`<li dir="auto">${line}</li>`)}</ul>`}</div><a class="button" href="${address}">${way}</a></li>`

/** What wants looking after. */
export const alerts: Section = {
  name: 'alerts',
  title: 'manage.alerts',
  lead: 'manage.alerts_lead',
  where: 'both',
  opens: place => [place.component ? 'component.edit' : 'project.edit'],
  show: async (visit, place) => {
    const found = await alertsOf(visit, place)
    return {
      content:
        found.length === 0
          ? html`<p class="empty">${visit.t('manage.no_alerts')}</p>`
          : html`<ul class="plain-list rows card">${found.map(alertLine)}</ul>`,
    }
  },
}
