import { help, nullable, optional, readOnly, shape } from '#fields/field.ts'
import { anything, boolean, choice, dateTime, integer, text, webAddress } from '#fields/kinds.ts'
import { InvalidInput, invalidField } from '#fields/problem.ts'
import { isoMicroseconds } from '#fields/timestamp.ts'
import { seconds } from '#store/clock.ts'
import { storedObject } from '#store/stored-json.ts'
import type { Addon } from '../../addons/addon.ts'
import { addonByName, addons as known } from '../../addons/index.ts'
import { settingsOf } from '../../addons/settings.ts'
import { HIDDEN } from '../../addons/webhook.ts'
import type { AddonRow } from '../../catalogue/addon-places.ts'
import { ACTION } from '../../catalogue/change-actions.ts'
import { type ComponentRow, componentParts, type ProjectRow } from '../../catalogue/components.ts'
import type { Permissions } from '../../catalogue/permissions.ts'
import { usesGit } from '../../catalogue/version-control.ts'
import { ADDONS_JOB, type Work } from '../../catalogue/work.ts'
import { operateLater } from '../../repositories/background.ts'
import { rootOf } from '../../repositories/session.ts'
import { REPOSITORY_ADDONS_JOB } from '../../repositories/update-addons.ts'
import { DAILY_JOB, untilTomorrow } from '../../tasks/daily.ts'
import { startTask } from '../../tasks/tasks.ts'
import type { Addresses } from '../../values/addresses.ts'
import { notFound } from '../errors.ts'
import { componentSegment } from '../objects/component.ts'
import { act, amend, create, list, read, remove, replace, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { type AnyCall, findComponent, findProject, idIn, needPlace } from './find.ts'
import { Started, started } from './tasks.ts'

const configuration = help(
  optional(anything()),
  'Configuration of the add-on. The available settings depend on the add-on.',
)

const AddonObject = shape('Addon', 'An add-on installed in a project or component.', {
  component: readOnly(nullable(webAddress())),
  project: readOnly(nullable(webAddress())),
  name: choice(new Map(known.map(each => [each.name, each.label]))),
  id: readOnly(integer()),
  configuration,
  url: readOnly(webAddress()),
})

interface InstalledAddon {
  addon: AddonRow
  project: ProjectRow
  component: ComponentRow | null
}

/** Secrets are never shown, and hook URLs only to callers who can change them. */
function shownSettings(text: string, mayChange: boolean): unknown {
  const settings = storedObject<Record<string, unknown>>(text)
  const hide = (name: string, isHidden: boolean) =>
    isHidden && typeof settings[name] === 'string' && settings[name] !== '' ? { [name]: HIDDEN } : {}
  return { ...settings, ...hide('secret', true), ...hide('webhook_url', !mayChange) }
}

const mayChangeAt = (permissions: Permissions, { project, component }: Pick<InstalledAddon, 'project' | 'component'>) =>
  permissions.inPlace({ project, component }, component === null ? 'project.edit' : 'component.edit')

function addonObject({ addon, project, component }: InstalledAddon, addresses: Addresses, permissions: Permissions) {
  return {
    component: component && addresses.api('components', project.slug, componentSegment(component.path)),
    project: component === null ? addresses.api('projects', project.slug) : null,
    name: addon.name,
    id: addon.id,
    configuration: shownSettings(addon.configuration, mayChangeAt(permissions, { project, component })),
    url: addresses.api('addons', addon.id),
  }
}

/** Add-ons with their projects and components, in two queries. */
async function withPlaces(call: AnyCall, rows: readonly AddonRow[]): Promise<InstalledAddon[]> {
  const projects = await call.db
    .selectFrom('project')
    .selectAll()
    .where('id', 'in', [-1, ...new Set(rows.map(row => row.project_id))])
    .execute()
  const components = await call.db
    .selectFrom('component')
    .selectAll()
    .where('id', 'in', [-1, ...rows.flatMap(row => row.component_id ?? [])])
    .execute()
  return rows.map(addon => ({
    addon,
    project: projects.find(each => each.id === addon.project_id)!,
    component: components.find(each => each.id === addon.component_id) ?? null,
  }))
}

async function find(call: AnyCall): Promise<InstalledAddon> {
  const id = idIn(call, 'addon')
  const row = await call.db.selectFrom('addon').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound()
  const [addon] = await withPlaces(call, [row])
  const { project, component } = addon!
  if (!mayChangeAt(await call.permissions(), { project, component })) throw notFound()
  return addon!
}

const need = (call: AnyCall, { project, component }: Pick<InstalledAddon, 'project' | 'component'>) =>
  needPlace(call, { project, component }, component === null ? 'project.edit' : 'component.edit')
const mayChange = async (call: AnyCall) => need(call, await find(call))

/** Keeps the stored secret if the request sends back the hidden placeholder. */
function withHidden(text: string, before: AddonRow | null): string {
  const settings = JSON.parse(text) as Record<string, unknown>
  if (settings.secret !== HIDDEN) return text
  const stored = before === null ? {} : storedObject<Record<string, unknown>>(before.configuration)
  return JSON.stringify({ ...settings, secret: stored.secret ?? '' })
}

const Delivery = shape('WebHookDelivery', 'A webhook delivery, completed or pending.', {
  id: readOnly(integer()),
  change: readOnly(webAddress()),
  created: readOnly(dateTime()),
  attempts: readOnly(integer()),
  delivered: readOnly(boolean()),
  finished: readOnly(nullable(dateTime())),
  next_attempt: readOnly(nullable(dateTime())),
  status: readOnly(nullable(integer())),
  error: readOnly(nullable(text())),
})

const isoSeconds = (at: number): string => isoMicroseconds(at * 1_000_000)

async function install(
  call: AnyCall,
  place: Pick<InstalledAddon, 'project' | 'component'>,
  input: { name: string; configuration?: unknown },
): Promise<unknown> {
  const addon = addonByName(input.name)!
  const checked = withHidden(sentSettings(addon, input.configuration), null)
  if (place.component === null && addon.componentOnly)
    throw invalidField('name', 'invalid', 'This add-on can only be installed in a component.')
  if (place.component !== null && addon.refuses !== undefined) {
    const [parts] = await componentParts(call.db, [place.component])
    const reason = await addon.refuses(parts!)
    if (reason !== null) throw invalidField('name', 'invalid', reason)
  }
  const settings = await accepted(call, addon, place, checked)
  const { jobs, clock } = call.services
  const row = await call.work(async piece => {
    const at = { project_id: place.project.id, component_id: place.component?.id ?? null }
    const existing = await piece.tx
      .selectFrom('addon')
      .select('id')
      .where('name', '=', addon.name)
      .where('project_id', '=', at.project_id)
      .where('component_id', 'is not distinct from', at.component_id)
      .executeTakeFirst()
    if (existing && !addon.repeatable) throw invalidField('name', 'unique', 'This add-on is already installed here.')
    const installed = await piece.tx
      .insertInto('addon')
      .values({ ...at, name: addon.name, configuration: settings, created_at: piece.now })
      .returningAll()
      .executeTakeFirstOrThrow()
    piece.record(ACTION.addonInstalled, at, { target: addon.name, details: { addon: installed.id } })
    if (addon.events.includes('daily'))
      await jobs.enqueue(piece.tx, { kind: DAILY_JOB, key: '', runAt: untilTomorrow(seconds(clock)) })
    await runSoon(call, piece, addon, at)
    return installed
  })
  return addonObject({ addon: row, ...place }, call.addresses, await call.permissions())
}

/** Settings of a new add-on. If they are missing altogether, the error names those that it needs. */
function sentSettings(addon: Addon, configuration: unknown): string {
  try {
    return settingsOf(addon, configuration)
  } catch (error) {
    if (!(error instanceof InvalidInput) || (configuration ?? null) !== null) throw error
    const names = error.problems.map(each => each.attr?.replace(/^configuration\./, ''))
    throw invalidField('configuration', 'required', `This add-on needs settings: ${names.join(', ')}.`)
  }
}

/** Lets the add-on check its settings in a component. A confirmation is not stored, so that the next change asks again. */
async function accepted(
  call: AnyCall,
  addon: Addon,
  { component }: Pick<InstalledAddon, 'component'>,
  text: string,
): Promise<string> {
  const { confirm, ...settings } = JSON.parse(text) as Record<string, unknown>
  if (addon.check !== undefined && component !== null) {
    const [parts] = await componentParts(call.db, [component])
    await addon.check(call.services, parts!, { confirm, ...settings })
  } else if (confirm === false)
    throw invalidField('configuration.confirm', 'invalid', 'Nothing was saved. Confirm to install the add-on.')
  return JSON.stringify(settings)
}

/** Starts an add-on in the background after it was installed or configured. */
async function runSoon(
  { services: { jobs } }: AnyCall,
  { tx }: Work,
  { events, run }: Addon,
  at: { readonly project_id: number; readonly component_id: number | null },
): Promise<void> {
  if (
    run === undefined ||
    !events.some(event => event === 'component-update' || event === 'repository-update' || event === 'commit')
  )
    return
  const components = await tx
    .selectFrom('component')
    .selectAll()
    .where('project_id', '=', at.project_id)
    .$if(at.component_id !== null, query => query.where('id', '=', at.component_id!))
    .execute()
  for (const component of components)
    if (events.includes('repository-update'))
      await jobs.enqueue(tx, { kind: REPOSITORY_ADDONS_JOB, key: String(component.id) })
    else if (!events.includes('commit')) await jobs.enqueue(tx, { kind: ADDONS_JOB, key: String(component.id) })
    else if (usesGit(component)) await operateLater(tx, jobs, rootOf(component), 'commit')
}

async function change(call: AnyCall, input: { configuration?: unknown }): Promise<unknown> {
  const installed = await find(call)
  if (input.configuration === undefined) return addonObject(installed, call.addresses, await call.permissions())
  const addon = addonByName(installed.addon.name)!
  const checked = withHidden(settingsOf(addon, input.configuration), installed.addon)
  const settings = await accepted(call, addon, installed, checked)
  await call.work(async piece => {
    await piece.tx.updateTable('addon').set({ configuration: settings }).where('id', '=', installed.addon.id).execute()
    const { project_id, component_id, name } = installed.addon
    piece.record(
      ACTION.addonChanged,
      { project_id, component_id },
      { target: name, details: { addon: installed.addon.id } },
    )
    if (addon.events.some(event => event === 'commit' || event === 'repository-update'))
      await runSoon(call, piece, addon, { project_id, component_id })
  })
  return addonObject(
    { ...installed, addon: { ...installed.addon, configuration: settings } },
    call.addresses,
    await call.permissions(),
  )
}

const installing = (findPlace: (call: AnyCall) => Promise<Pick<InstalledAddon, 'project' | 'component'>>) =>
  create({
    summary: 'Install an add-on',
    body: { name: AddonObject.fields.name, configuration },
    answer: AddonObject,
    allow: async call => need(call, await findPlace(call)),
    handle: async call => install(call, await findPlace(call), call.body),
  })

export const addonResources = [
  resource({
    path: '/addons/',
    name: 'Add-ons',
    description: 'Add-ons of visible projects. Install them through the project or the component.',
    operations: {
      GET: list({
        summary: 'List add-ons',
        answer: AddonObject,
        handle: async call => {
          const permissions = await call.permissions()
          const rows = await call.db
            .selectFrom('addon')
            .innerJoin('project', 'project.id', 'addon.project_id')
            .leftJoin('component', 'component.id', 'addon.component_id')
            .selectAll('addon')
            .where(eb => permissions.visibleProjects(eb))
            .where(eb => eb.or([eb('addon.component_id', 'is', null), permissions.visibleComponents(eb)]))
            .orderBy('addon.id')
            .execute()
          const installed = (await withPlaces(call, rows)).filter(each => mayChangeAt(permissions, each))
          return {
            count: async () => installed.length,
            slice: async (limit, offset) =>
              installed.slice(offset, offset + limit).map(each => addonObject(each, call.addresses, permissions)),
          }
        },
      }),
    },
  }),
  resource({
    path: '/addons/:addon(\\d+)/',
    name: 'Add-on',
    description: 'An add-on.',
    operations: {
      GET: read({
        summary: 'Get an add-on',
        answer: AddonObject,
        handle: async call => addonObject(await find(call), call.addresses, await call.permissions()),
      }),
      PUT: replace({
        summary: 'Change the configuration',
        body: { configuration: anything() },
        answer: AddonObject,
        allow: mayChange,
        handle: call => change(call, call.body),
      }),
      PATCH: amend({
        summary: 'Change the configuration',
        body: { configuration },
        answer: AddonObject,
        allow: mayChange,
        handle: call => change(call, call.body),
      }),
      DELETE: remove({
        summary: 'Uninstall an add-on',
        allow: mayChange,
        handle: async call => {
          const { id, name, project_id, component_id } = (await find(call)).addon
          await call.work(async piece => {
            await piece.tx.deleteFrom('addon').where('id', '=', id).execute()
            await piece.tx.deleteFrom('web_hook_delivery').where('addon_id', '=', id).execute()
            piece.record(ACTION.addonRemoved, { project_id, component_id }, { target: name })
          })
        },
      }),
    },
  }),
  resource({
    path: '/addons/:addon(\\d+)/trigger/',
    name: 'Add-on trigger',
    description: 'Runs an add-on now.',
    operations: {
      POST: act({
        summary: 'Run an add-on',
        status: 202,
        answer: Started,
        allow: mayChange,
        handle: async call => {
          const { addon } = await find(call)
          if (addonByName(addon.name)?.run === undefined)
            throw invalidField('non_field_errors', 'invalid', 'This add-on runs only during file imports.')
          const id = await startTask(call.tx, call.services, {
            kind: 'addon',
            payload: { addon: addon.id },
            account: call.accountId(),
            project: addon.project_id,
            component: addon.component_id,
          })
          return started(id, 'The add-on is running in the background.', call.addresses)
        },
      }),
    },
  }),
  resource({
    path: '/addons/:addon(\\d+)/deliveries/',
    name: 'Webhook deliveries',
    description: 'Deliveries of a webhook within the last week and their outcome, newest first.',
    operations: {
      GET: list({
        summary: 'List webhook deliveries',
        answer: Delivery,
        allow: mayChange,
        handle: async call => {
          await mayChange(call)
          const { addon } = await find(call)
          const query = call.db.selectFrom('web_hook_delivery').selectAll().where('addon_id', '=', addon.id)
          return rowsOf(query.orderBy('id', 'desc'), rows =>
            rows.map(row => ({
              id: row.id,
              change: call.addresses.api('changes', row.change_id),
              created: isoSeconds(row.created_at),
              attempts: row.attempts,
              delivered: row.taken === 1,
              finished: row.done_at === null ? null : isoSeconds(row.done_at),
              next_attempt: row.done_at === null ? isoSeconds(row.try_at) : null,
              status: row.status,
              error: row.error,
            })),
          )
        },
      }),
    },
  }),
  resource({
    path: '/projects/:project/addons/',
    name: 'Project add-ons',
    description: 'Installs an add-on for all components of a project.',
    operations: { POST: installing(async call => ({ project: await findProject(call), component: null })) },
  }),
  resource({
    path: '/components/:project/:component/addons/',
    name: 'Component add-ons',
    description: 'Installs an add-on for one component.',
    operations: { POST: installing(findComponent) },
  }),
]
