import { help, type Input, nullable, optional, readOnly, shape } from '#fields/field.ts'
import { anything, boolean, choice, dateTime, integer, text, webAddress } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { isoMicroseconds, microseconds } from '#fields/timestamp.ts'
import { storedObject } from '#store/stored-json.ts'
import {
  ALERT_CATEGORIES,
  ALERTS,
  type AlertRow,
  isAboutRepository,
  isAlert,
  isDismissible,
} from '../../catalogue/alerts.ts'
import type { ProjectRow } from '../../catalogue/components.ts'
import { notFound } from '../errors.ts'
import { componentSegment } from '../objects/component.ts'
import { peopleOf } from '../objects/person.ts'
import { amend, list, read, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { type AnyCall, findComponent, findProject, idIn, needComponent, needProject } from './find.ts'

export const Alert = shape('Alert', 'A problem with a component or project.', {
  id: readOnly(integer()),
  name: readOnly(text()),
  severity: readOnly(text()),
  summary: readOnly(text()),
  component: readOnly(nullable(webAddress())),
  details: help(readOnly(nullable(anything())), 'Null if they are about a repository the caller cannot see.'),
  dismissible: help(readOnly(boolean()), 'Whether the alert can be dismissed. Alerts that block work cannot.'),
  dismissed: help(boolean(), 'Whether the alert has been dismissed.'),
  dismissed_at: help(readOnly(nullable(dateTime())), 'When the alert was dismissed; null if it is not.'),
  dismissed_by: help(
    readOnly(nullable(webAddress())),
    'API URL of the user who dismissed the alert, if they are visible.',
  ),
  dismissal_reason: help(
    optional(text({ blank: true, max: 1000 }), ''),
    'Why the alert was dismissed. Restoring it clears the reason.',
  ),
  category: help(readOnly(choice(ALERT_CATEGORIES)), 'What the alert is about.'),
  timestamp: readOnly(dateTime()),
  updated: readOnly(dateTime()),
})

const description = 'Current problems. Alerts appear and disappear automatically; some can be dismissed.'

const alertsIn = (call: AnyCall, project: number) =>
  call.db.selectFrom('alert').selectAll().where('project_id', '=', project).orderBy('id')

async function alertObjects(call: AnyCall, rows: readonly AlertRow[], project: ProjectRow): Promise<unknown[]> {
  const ids = [-1, ...rows.flatMap(row => row.component_id ?? [])]
  const components = await call.db.selectFrom('component').select(['id', 'path']).where('id', 'in', ids).execute()
  const paths = new Map(components.map(row => [row.id, row.path]))
  const people = await peopleOf(
    call,
    rows.map(row => row.dismissed_by),
  )
  const permissions = await call.permissions()
  const shows = (name: string, id: number | null) =>
    !isAboutRepository(name) || permissions.inPlace({ project, component: id === null ? null : { id } }, 'vcs.view')
  return rows.map(({ id, name, component_id, details, dismissed, created_at, updated_at, ...row }) => {
    const declared = isAlert(name) ? ALERTS[name] : null
    const person = people.get(row.dismissed_by)
    const path = component_id === null ? undefined : paths.get(component_id)
    return {
      id,
      name,
      severity: declared?.severity ?? 'info',
      summary: declared?.label ?? name,
      component: path === undefined ? null : call.addresses.api('components', project.slug, componentSegment(path)),
      details: shows(name, component_id) ? storedObject(details) : null,
      dismissible: isDismissible(name),
      dismissed: dismissed === 1,
      dismissed_at: row.dismissed_at === null ? null : isoMicroseconds(row.dismissed_at),
      dismissed_by: person === undefined ? null : call.addresses.api('users', person.username),
      dismissal_reason: row.dismissal_reason,
      category: declared?.category ?? 'configuration',
      timestamp: isoMicroseconds(created_at),
      updated: isoMicroseconds(updated_at),
    }
  })
}

/** The alert in the path, of the component or of the project itself. */
async function alertAt(call: AnyCall, place: { project_id: number; component_id: number | null }): Promise<AlertRow> {
  const row = await alertsIn(call, place.project_id)
    .where('id', '=', idIn(call, 'alert'))
    .where('component_id', 'is not distinct from', place.component_id)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

async function alertObject(call: AnyCall, row: AlertRow, project: ProjectRow) {
  const [one] = await alertObjects(call, [row], project)
  return one!
}

const changes = {
  dismissed: Alert.fields.dismissed,
  dismissal_reason: help(optional(text({ blank: true, max: 1000 })), Alert.fields.dismissal_reason.help!),
}

/** Dismisses or restores an alert. */
async function dismiss(call: AnyCall, row: AlertRow, sent: Partial<Input<typeof changes>>): Promise<AlertRow> {
  const { dismissed = row.dismissed === 1, dismissal_reason = dismissed ? row.dismissal_reason : '' } = sent
  if (dismissed && !isDismissible(row.name))
    throw invalidField(
      'dismissed',
      'invalid',
      'This alert cannot be dismissed. It disappears when the problem is fixed.',
    )
  if (!dismissed && dismissal_reason !== '')
    throw invalidField('dismissal_reason', 'invalid', 'Only dismissed alerts have a reason.')
  const isNew = dismissed && row.dismissed === 0
  const set = {
    dismissed: dismissed ? 1 : 0,
    dismissal_reason,
    dismissed_at: isNew ? microseconds(call.clock) : dismissed ? row.dismissed_at : null,
    dismissed_by: isNew ? call.accountId() : dismissed ? row.dismissed_by : null,
  }
  await call.tx.updateTable('alert').set(set).where('id', '=', row.id).execute()
  return { ...row, ...set }
}

export const alertResources = [
  resource({
    path: '/components/:project/:component/alerts/:alert(\\d+)/',
    name: 'Component alert',
    description: 'An alert of a component.',
    operations: {
      GET: read({
        summary: 'Get an alert of a component',
        answer: Alert,
        handle: async call => {
          const { project, component } = await findComponent(call)
          const row = await alertAt(call, { project_id: project.id, component_id: component.id })
          return alertObject(call, row, project)
        },
      }),
      PATCH: amend({
        summary: 'Dismiss or restore an alert of a component',
        answer: Alert,
        body: changes,
        allow: call => needComponent(call, 'component.edit'),
        handle: async call => {
          const { project, component } = await findComponent(call)
          const row = await alertAt(call, { project_id: project.id, component_id: component.id })
          return alertObject(call, await dismiss(call, row, call.body), project)
        },
      }),
    },
  }),
  resource({
    path: '/projects/:project/alerts/:alert(\\d+)/',
    name: 'Project alert',
    description: 'An alert of a project as a whole.',
    operations: {
      GET: read({
        summary: 'Get an alert of a project',
        answer: Alert,
        handle: async call => {
          const project = await findProject(call)
          return alertObject(call, await alertAt(call, { project_id: project.id, component_id: null }), project)
        },
      }),
      PATCH: amend({
        summary: 'Dismiss or restore an alert of a project',
        answer: Alert,
        body: changes,
        allow: async call => needProject(call, await findProject(call), 'project.edit'),
        handle: async call => {
          const project = await findProject(call)
          const row = await alertAt(call, { project_id: project.id, component_id: null })
          return alertObject(call, await dismiss(call, row, call.body), project)
        },
      }),
    },
  }),
  resource({
    path: '/components/:project/:component/alerts/',
    name: 'Component alerts',
    description,
    operations: {
      GET: list({
        summary: 'List alerts of a component and its project',
        answer: Alert,
        handle: async call => {
          const { project, component } = await findComponent(call)
          const rows = alertsIn(call, project.id).where(eb =>
            eb.or([eb('component_id', '=', component.id), eb('component_id', 'is', null)]),
          )
          return rowsOf(rows, some => alertObjects(call, some, project))
        },
      }),
    },
  }),
  resource({
    path: '/projects/:project/alerts/',
    name: 'Project alerts',
    description,
    operations: {
      GET: list({
        summary: 'List alerts of a project and its visible components',
        answer: Alert,
        handle: async call => {
          const project = await findProject(call)
          const permissions = await call.permissions()
          const visible = call.db
            .selectFrom('component')
            .select('component.id')
            .where('component.project_id', '=', project.id)
            .where(eb => permissions.visibleComponents(eb))
          const rows = alertsIn(call, project.id).where(eb =>
            eb.or([eb('component_id', 'in', visible), eb('component_id', 'is', null)]),
          )
          return rowsOf(rows, some => alertObjects(call, some, project))
        },
      }),
    },
  }),
]
