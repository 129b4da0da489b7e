import type { Account } from '#accounts/account.ts'
import { type MatrixRow, SENTENCES, UNSET } from '#html/notification-matrix.ts'
import type { Reader, Writer } from '#store/store.ts'
import { componentByPath, projectBySlug } from '#translation/catalogue/components.ts'
import type { Permissions } from '#translation/catalogue/permissions.ts'
import { allSubscriptions } from '#translation/notifications/presets.ts'
import { SCOPE } from '#translation/notifications/subscription-terms.ts'
import {
  changeSubscription,
  type Subscription,
  subscribe,
  unsubscribe,
} from '#translation/notifications/subscriptions.ts'

/** A user's subscriptions, with the names of visible projects and components. */
export async function matrixRows(db: Reader, permissions: Permissions, account: Account): Promise<MatrixRow[]> {
  const rows = await allSubscriptions(db, account.id)
  const ids = (column: 'project_id' | 'component_id') => [-1, ...rows.flatMap(row => row[column] ?? [])]
  const projects = await db
    .selectFrom('project')
    .select(['project.id', 'project.slug', 'project.name'])
    .where('project.id', 'in', ids('project_id'))
    .where(eb => permissions.visibleProjects(eb))
    .execute()
  const components = await db
    .selectFrom('component')
    .innerJoin('project', 'project.id', 'component.project_id')
    .select(['component.id', 'component.path', 'component.name', 'project.slug', 'project.name as project'])
    .where('component.id', 'in', ids('component_id'))
    .where(eb => permissions.visibleProjects(eb))
    .where(eb => permissions.visibleComponents(eb))
    .execute()
  return rows.map(({ id, notification, scope, frequency, project_id, component_id }) => {
    const project = projects.find(each => each.id === project_id)
    const component = components.find(each => each.id === component_id)
    const place = component
      ? { name: `${component.project} / ${component.name}`, path: `${component.slug}/${component.path}` }
      : project
        ? { name: project.name, path: project.slug }
        : null
    return { id, notification, scope, frequency, place }
  })
}

/** Project or component of an exception. */
export interface Place {
  readonly scope: number
  readonly project_id: number | null
  readonly component_id: number | null
}

/** Resolves `project` or `project/component`; null if it does not exist or is not visible. */
export async function placeNamed(db: Reader, permissions: Permissions, text: string): Promise<Place | null> {
  const [slug = '', ...path] = text
    .trim()
    .replace(/^\/|\/$/g, '')
    .split('/')
  if (slug === '' || text.includes('\0')) return null
  const project = await projectBySlug(db, slug)
  if (project === null || !permissions.sees(project)) return null
  if (path.length === 0) return { scope: SCOPE.project, project_id: project.id, component_id: null }
  const component = await componentByPath(db, project.id, path.join('/'))
  if (component === null || !permissions.seesComponent(project, component)) return null
  return { scope: SCOPE.component, project_id: null, component_id: component.id }
}

/** Sets one cell: a frequency, or empty to follow wider scopes. */
export async function setCell(
  tx: Writer,
  account: number,
  before: readonly Subscription[],
  notification: string,
  place: Place,
  value: string,
): Promise<void> {
  const { scope, project_id, component_id } = place
  const own = before.find(
    row =>
      row.notification === notification &&
      row.scope === scope &&
      row.project_id === project_id &&
      row.component_id === component_id,
  )
  const frequency = Number(value)
  if (own === undefined) {
    if (value !== UNSET) await subscribe(tx, account, { notification, frequency, ...place })
  } else if (value === UNSET) await unsubscribe(tx, own.id)
  else if (own.frequency !== frequency) await changeSubscription(tx, own, { frequency })
}

/** The notifications named in a form: one, or all. */
export const kindsNamed = (text: string): readonly string[] =>
  text === '*' ? [...SENTENCES.keys()] : SENTENCES.has(text) ? [text] : []
