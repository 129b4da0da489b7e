import { ALERTS, type AlertRow, isAlert } from '../../catalogue/alerts.ts'
import { nullable, readOnly, shape } from '../../fields/field.ts'
import { anything, dateTime, integer, text, webAddress } from '../../fields/kinds.ts'
import { isoMicroseconds } from '../../values/timestamp.ts'
import { componentSegment } from '../objects/component.ts'
import { list, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { type AnyCall, findComponent, findProject } from './find.ts'

export const Alert = shape('Alert', 'Something that is wrong with a component or a project.', {
  id: readOnly(integer()),
  name: readOnly(text()),
  severity: readOnly(text()),
  summary: readOnly(text()),
  component: readOnly(nullable(webAddress())),
  details: readOnly(anything()),
  timestamp: readOnly(dateTime()),
  updated: readOnly(dateTime()),
})

const description = 'What is wrong just now. Alerts come and go by themselves.'

const alertsIn = (call: AnyCall, project: number) =>
  call.db.selectFrom('alert').selectAll().where('project_id', '=', project).orderBy('id')

async function written(call: AnyCall, rows: readonly AlertRow[], project: string): Promise<unknown[]> {
  const ids = [-1, ...rows.flatMap(row => row.component_id ?? [])]
  const components = await call.db.selectFrom('component').select(['id', 'path']).where('id', 'in', ids).execute()
  const paths = new Map(components.map(row => [row.id, row.path]))
  return rows.map(({ id, name, component_id, details, created_at, updated_at }) => {
    const known = isAlert(name) ? ALERTS[name] : null
    const path = component_id === null ? undefined : paths.get(component_id)
    return {
      id,
      name,
      severity: known?.severity ?? 'info',
      summary: known?.label ?? name,
      component: path === undefined ? null : call.addresses.api('components', project, componentSegment(path)),
      details: JSON.parse(details) as unknown,
      timestamp: isoMicroseconds(created_at),
      updated: isoMicroseconds(updated_at),
    }
  })
}

export const alertResources = [
  resource({
    path: '/components/:project/:component/alerts/',
    name: 'Component alerts',
    description,
    operations: {
      GET: list({
        summary: 'Alerts of a component, and of its project',
        answer: Alert,
        handle: async call => {
          const { project, component } = await findComponent(call)
          const rows = alertsIn(call, project.id).where(eb =>
            eb.or([eb('component_id', '=', component.id), eb('component_id', 'is', null)]),
          )
          return rowsOf(rows, some => written(call, some, project.slug))
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
        summary: 'Alerts of a project, and of those of its components that one sees',
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
          return rowsOf(rows, some => written(call, some, project.slug))
        },
      }),
    },
  }),
]
