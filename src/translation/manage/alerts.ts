import { actionButton } from '#html/confirm.ts'
import { here, refused, viewOf } from '#html/form-outcome.ts'
import { type Tried, textIn } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { moment } from '#html/times.ts'
import { storedObject } from '#store/stored-json.ts'
import {
  type AlertName,
  type AlertRow,
  isAboutRepository,
  isAlert,
  isDismissible,
  alertsOf as storedAlerts,
} from '../catalogue/alerts.ts'
import { manageAddress } from '../pages/place-tabs.ts'
import {
  FIX_FORM,
  type Fix,
  type FixDetails,
  fixButton,
  fixesFor,
  type Occurrence,
  occurrenceLine,
  takeFix,
} from './alert-fixes.ts'
import { outcomeOf, type Section } from './section.ts'
import { tasksOf, taskView } from './tasks.ts'
import { apiPath, type Place, type Visit } from './visit.ts'

const MANY = 50

/** An alert with a link to where it can be fixed. */
interface Alert {
  readonly text: string
  /** How to fix it. */
  readonly advice?: string
  readonly details?: readonly Html[]
  readonly since?: string
  /** For dismissible alerts: whether it is dismissed. */
  readonly aside?: { readonly id: number; readonly is: boolean }
  readonly address: string
  readonly way: string
  readonly actions?: readonly Fix[]
}

/** The section where each alert can be fixed. */
const SECTIONS: Readonly<
  Record<AlertName, 'settings' | 'languages' | 'screenshots' | 'repository' | 'set-aside' | 'addons'>
> = {
  AddonScriptError: 'addons',
  MsgmergeAddonError: 'addons',
  MergeFailure: 'repository',
  UpdateFailure: 'repository',
  PushFailure: 'repository',
  PullRequestClosed: 'repository',
  ParseError: 'repository',
  NoMaskMatches: 'settings',
  DuplicateLanguage: 'settings',
  DuplicateString: 'settings',
  OverlongString: 'settings',
  DuplicateFilemask: 'settings',
  BrokenProjectURL: 'settings',
  MissingLicense: 'settings',
  MissingPushURL: 'settings',
  UnusedEnforcedCheck: 'settings',
  MonolingualTranslation: 'settings',
  BilingualPOConfiguredAsMonolingual: 'settings',
  InexistantFiles: 'settings',
  MissingSafeHTMLFlag: 'settings',
  LanguagesSetAside: 'set-aside',
  StringsSetAside: 'set-aside',
  SuspiciousFile: 'repository',
  MonolingualGlossary: 'settings',
  UnusedGlossaryLanguage: 'languages',
  UnusedScreenshot: 'screenshots',
}

interface Details {
  readonly error?: string
  readonly link?: string
  readonly filemask?: string
  readonly duplicates?: readonly string[]
  readonly occurrences?: readonly Occurrence[]
}

function written(
  { t, reader, permissions }: Visit,
  { id, details: stored, dismissed, created_at }: AlertRow,
  name: AlertName,
  { project, component }: Pick<Place, 'project' | 'component'>,
): Alert {
  const isShown = !isAboutRepository(name) || permissions.inPlace({ project, component }, 'vcs.view')
  const details = isShown ? stored : '{}'
  const { error, link, filemask, duplicates = [], occurrences = [] } = storedObject<Details>(details)
  const label = t(`manage.alert_${name}`)
  const section = SECTIONS[name]
  return {
    text: component === null ? label : `${component.name}: ${label}`,
    advice: t(`manage.alert_${name}_do`),
    details: [
      ...[link, filemask, ...(error?.split('\n') ?? []), ...duplicates].flatMap(line =>
        line ? html`<bdi>${line}</bdi>` : [],
      ),
      ...occurrences.map(each => occurrenceLine(t, each)),
    ],
    ...(component !== null && { actions: fixesFor(t, name, component, storedObject<FixDetails>(details)) }),
    ...(isDismissible(name) && {
      aside: { id, is: dismissed === 1 },
    }),
    since: t('manage.alert_since', { when: moment(reader, created_at / 1000) }),
    address: manageAddress(section, { project, component }),
    way: t(`manage.${section}`),
  }
}

/** Alerts about the current configuration of the place. */
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
    // A glossary may be empty.
    if (component.is_glossary === 1) continue
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

function alertLine(visit: Visit, tried: Tried | null, alert: Alert): Html {
  const { text, advice, details = [], since, aside, address, way, actions = [] } = alert
  if (advice === undefined)
    return html`<li class="row"><span>${text}</span><a class="button" href="${address}">${way}</a></li>`
  const { t } = visit
  const put =
    aside &&
    actionButton(
      viewOf(visit, 'aside', 'alert', tried),
      t(aside.is ? 'manage.alert_back' : 'manage.alert_dismiss'),
      { id: aside.id, dismissed: aside.is ? 0 : 1 },
      { kind: 'plain', about: text },
    )
  return html`<li class="row">
    <div>
      <strong>${text}</strong> <span class="small">${since}</span>
      <p>${advice}</p>
      ${details.length > 0 && html`<ul class="small">${details.map(line => html`<li>${line}</li>`)}</ul>`}
    </div>
    <div class="buttons">
      ${actions.map(fix => fixButton(visit, tried, fix, text))}${put}
      <a class="button" href="${address}">${way}</a>
    </div>
  </li>`
}

const lines = (visit: Visit, tried: Tried | null, alerts: readonly Alert[]): Html =>
  html`<ul class="plain-list rows card">${alerts.map(alert => alertLine(visit, tried, alert))}</ul>`

/** Alerts of a project or component. */
export const alerts: Section = {
  name: 'alerts',
  title: 'manage.alerts',
  lead: 'manage.alerts_lead',
  where: 'both',
  opens: place => [place.component ? 'component.edit' : 'project.edit'],
  show: async (visit, place, tried) => {
    const { t } = visit
    const all = await alertsOf(visit, place)
    const active = all.filter(alert => !alert.aside?.is)
    const aside = all.filter(alert => alert.aside?.is)
    return {
      content: html`${
        active.length === 0 ? html`<p class="empty">${t('manage.no_alerts')}</p>` : lines(visit, tried, active)
      }${
        aside.length > 0 &&
        html`<details class="dismissed">
          <summary>${t('manage.alerts_dismissed', { count: aside.length })}</summary>
          ${lines(visit, tried, aside)}
        </details>`
      }`,
    }
  },
  take: async (visit, place, form, sent) => {
    const { project } = place
    if (form === FIX_FORM) return takeFix(visit, place, sent)
    const row = await visit.services.store.read
      .selectFrom('alert')
      .leftJoin('component', 'component.id', 'alert.component_id')
      .selectAll('component')
      .select('alert.id as alert')
      .where('alert.id', '=', Number(textIn(sent, 'id')) || 0)
      .where('alert.project_id', '=', project.id)
      .executeTakeFirst()
    if (row === undefined) return refused(form, sent, null, visit.t('manage.alert_gone'))
    const component = row.id === null ? null : (row as unknown as Place['component'])
    const isAside = textIn(sent, 'dismissed') === '1'
    const path = apiPath({ project, component }, 'alerts', row.alert)
    const reply = await visit.ask('PATCH', path, { body: { dismissed: isAside } })
    return outcomeOf(reply, here(visit, isAside ? 'alert_dismissed' : 'alert_back'), form, sent)
  },
}
