import type { Account } from '#accounts/account.ts'
import { help, nullable, optional, readOnly, shape } from '#fields/field.ts'
import { anything, choice, integer, nested } from '#fields/kinds.ts'
import { invalid, invalidField } from '#fields/problem.ts'
import { isDuplicate } from '#store/store-error.ts'
import { componentByPath, componentParts, projectBySlug } from '../../catalogue/components.ts'
import { KIND_LABELS, NOTIFICATION_KINDS } from '../../notifications/kinds/index.ts'
import { FREQUENCIES, INSTANT, SCOPE, SCOPES } from '../../notifications/subscription-terms.ts'
import {
  changeSubscription,
  findSubscription,
  type Subscription as SubscriptionRow,
  subscribe,
  subscriptionsOf,
  unsubscribe,
} from '../../notifications/subscriptions.ts'
import type { Call } from '../call.ts'
import { forbidden, notFound } from '../errors.ts'
import { Component, componentObject } from '../objects/component.ts'
import { Project, projectObject } from '../objects/project.ts'
import { amend, create, list, read, remove, replace, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { idIn } from './find.ts'
import { changeableUser, findUser } from './find-user.ts'

const Subscription = shape('Subscription', 'A notification subscription.', {
  notification: help(choice(KIND_LABELS), 'Kind of notification.'),
  id: readOnly(integer()),
  scope: help(choice(SCOPES), 'Scope of the subscription. If several apply, the highest number takes precedence.'),
  frequency: help(choice(FREQUENCIES), 'How often to send email.'),
  project: readOnly(nullable(nested(Project))),
  component: readOnly(nullable(nested(Component))),
})

/**
 * In Weblate, `project` and `component` are read-only, and scopes 30 and 40 can be set but never match. Here a slug
 * sets them, and those scopes need one. With other scopes they are ignored, as clients expect.
 */
const body = {
  ...Subscription.fields,
  project: help(optional(anything()), 'With scope 30: slug of the project.'),
  component: help(optional(anything()), 'With scope 40: component as project/component.'),
}

export const userNotifications = resource({
  path: '/users/:username/notifications/',
  name: 'Notification subscriptions',
  description: 'Notification subscriptions of a user.',
  operations: {
    GET: list({
      summary: 'List subscriptions of a user',
      answer: Subscription,
      handle: async call => {
        const user = await owner(call)
        const query = subscriptionsOf(call.db, user.id).selectAll().orderBy('id')
        return rowsOf(query, rows => subscriptionObjects(call, rows))
      },
    }),
    POST: create({
      summary: 'Add a subscription',
      answer: Subscription,
      body,
      allow: owner,
      handle: async call => {
        await owner(call)
        const user = await changeableUser(call)
        const { notification, scope, frequency } = call.body
        refuseIdle(call.body)
        const place = await placeOf(call, scope, call.body)
        const row = await subscribe(call.tx, user.id, { notification, scope, frequency, ...place })
        if (row === null) throw duplicateSubscription()
        return subscriptionObject(call, row)
      },
    }),
  },
})

export const userNotification = resource({
  path: '/users/:username/notifications/:id(\\d+)/',
  name: 'Notification subscription',
  description: 'A notification subscription of a user.',
  operations: {
    GET: read({
      summary: 'Get a subscription',
      answer: Subscription,
      handle: async call => subscriptionObject(call, await subscription(call)),
    }),
    PUT: replace({
      summary: 'Replace a subscription',
      answer: Subscription,
      body,
      allow: subscription,
      handle: async call => change(call, call.body),
    }),
    PATCH: amend({
      summary: 'Update a subscription',
      answer: Subscription,
      body,
      allow: subscription,
      handle: async call => change(call, call.body),
    }),
    DELETE: remove({
      summary: 'Delete a subscription',
      hold: 'shared',
      allow: subscription,
      handle: async call => {
        const { id } = await subscription(call)
        await unsubscribe(call.tx, id)
      },
    }),
  },
})

/** The user in the path, if the caller is that user or a user manager. Visitors cannot see any user. */
export async function owner(call: Call<unknown, unknown>): Promise<Account> {
  const user = await findUser(call)
  await mayManage(call, user)
  return user
}

/** The subscription in the path. Reports an unknown ID before checking permissions. */
async function subscription(call: Call<unknown, unknown>): Promise<SubscriptionRow> {
  const user = await findUser(call)
  const row = await findSubscription(call.db, user.id, idIn(call, 'id'))
  if (row === null) throw notFound()
  await mayManage(call, user)
  return row
}

async function mayManage(call: Call<unknown, unknown>, user: Account): Promise<void> {
  if (call.caller.account?.id === user.id) return
  if (!(await call.permissions()).onSite('user.edit')) throw forbidden('Can not manage Users')
}

interface SubscriptionInput {
  notification?: string
  scope?: number
  frequency?: number
  project?: unknown
  component?: unknown
}

async function change(
  call: Call<unknown, unknown>,
  { project, component, ...input }: SubscriptionInput,
): Promise<unknown> {
  const before = await subscription(call)
  const scope = input.scope ?? before.scope
  const named = typeof project === 'string' || typeof component === 'string' || scope !== before.scope
  refuseIdle({ ...before, ...input, ...(named || scope < SCOPE.project ? { project, component } : STORED_PLACE) })
  const place = named ? await placeOf(call, scope, { project, component }) : {}
  try {
    const after = await changeSubscription(call.tx, before, { ...input, ...place })
    if (after === null) throw duplicateSubscription()
    return subscriptionObject(call, after)
  } catch (error) {
    throw isDuplicate(error) ? duplicateSubscription() : error
  }
}

const duplicateSubscription = () =>
  invalid({
    code: 'unique',
    detail: 'A subscription to this notification with this scope already exists.',
    attr: 'non_field_errors',
  })

/** The place of an existing subscription stays as it is. */
const STORED_PLACE = { project: 'stored', component: 'stored' }

/** Rejects subscriptions that can never send anything, by the field to change. */
function refuseIdle({ notification = '', scope = 0, frequency = 0, project, component }: SubscriptionInput): void {
  const isNamed = (place: unknown): boolean => typeof place === 'string' && place !== ''
  if (scope === SCOPE.project && !isNamed(project))
    throw invalidField('project', 'required', 'Scope 30 needs a project: without one, the subscription never matches.')
  if (scope === SCOPE.component && !isNamed(component))
    throw invalidField(
      'component',
      'required',
      'Scope 40 needs a component: without one, the subscription never matches.',
    )
  if (frequency === INSTANT && NOTIFICATION_KINDS.some(kind => kind.name === notification && kind.digestOnly))
    throw invalidField('frequency', 'invalid', `${notification} is only sent in digests: use frequency 2, 3 or 4.`)
}

/** The project or component of scope 30 or 40. */
async function placeOf(call: Call<unknown, unknown>, scope: number, { project, component }: SubscriptionInput) {
  const unscoped = { project_id: null, component_id: null }
  const name = scope === SCOPE.project ? project : scope === SCOPE.component ? component : undefined
  if (typeof name !== 'string' || name === '' || name.includes('\0')) return unscoped
  const attr = scope === SCOPE.project ? 'project' : 'component'
  const [slug = '', ...path] = name.split('/')
  const unknown = () => invalidField(attr, 'does_not_exist', `There is no ${attr} "${name.slice(0, 200)}".`)
  const projectRow = await projectBySlug(call.db, slug)
  if (projectRow === null || !(await call.permissions()).sees(projectRow)) throw unknown()
  if (scope === SCOPE.project) return { ...unscoped, project_id: projectRow.id }
  const row = await componentByPath(call.db, projectRow.id, path.join('/'))
  if (row === null || !(await call.permissions()).seesComponent(projectRow, row)) throw unknown()
  return { ...unscoped, component_id: row.id }
}

const subscriptionObject = async (call: Call<unknown, unknown>, row: SubscriptionRow): Promise<unknown> =>
  (await subscriptionObjects(call, [row]))[0]

async function subscriptionObjects(
  call: Pick<Call, 'db' | 'addresses' | 'permissions'>,
  rows: readonly SubscriptionRow[],
): Promise<unknown[]> {
  const ids = (column: 'project_id' | 'component_id') => [-1, ...rows.flatMap(row => row[column] ?? [])]
  const projects = await call.db.selectFrom('project').selectAll().where('id', 'in', ids('project_id')).execute()
  const components = await componentParts(
    call.db,
    await call.db.selectFrom('component').selectAll().where('id', 'in', ids('component_id')).execute(),
  )
  const permissions = await call.permissions()
  return rows.map(row => {
    const project = projects.find(each => each.id === row.project_id && permissions.sees(each))
    const component = components.find(
      each => each.component.id === row.component_id && permissions.seesComponent(each.project, each.component),
    )
    return {
      notification: row.notification,
      id: row.id,
      scope: row.scope,
      frequency: row.frequency,
      project: project ? projectObject(project, call.addresses) : null,
      component: component ? componentObject(component, { addresses: call.addresses, permissions }) : null,
    }
  })
}
