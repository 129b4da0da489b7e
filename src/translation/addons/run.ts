import type { Services } from '#core/services.ts'
import { unlessGone } from '#store/gone.ts'
import { storedObject } from '#store/stored-json.ts'
import { type AddonRow, addonsOf } from '../catalogue/addon-places.ts'
import { componentParts } from '../catalogue/components.ts'
import type { TaskHandler } from '../tasks/tasks.ts'
import type { AddonEvent } from './addon.ts'
import { addonByName } from './index.ts'

/** Runs an add-on on its component or on all components of its project. Locked components are skipped. */
async function runAddon(
  services: Services,
  row: AddonRow,
  progress: (done: number, of: number) => Promise<void> = async () => {},
): Promise<number> {
  const addon = addonByName(row.name)
  if (addon?.run === undefined) return 0
  const components = await services.store.read
    .selectFrom('component')
    .selectAll()
    .where('project_id', '=', row.project_id)
    .where('locked', '=', 0)
    .$if(row.component_id !== null, query => query.where('id', '=', row.component_id!))
    .orderBy('id')
    .execute()
  const settings = storedObject(row.configuration)
  let changed = 0
  for (const [i, parts] of (await componentParts(services.store.read, components)).entries()) {
    if (((await addon.refuses?.(parts)) ?? null) === null)
      changed += (await unlessGone(addon.run(services, parts, settings))) ?? 0
    await progress(i + 1, components.length)
  }
  return changed
}

const handles = (row: AddonRow, event: AddonEvent): boolean => addonByName(row.name)?.events.includes(event) ?? false

/** Runs add-ons after a file or language was added to a component. */
export async function afterComponentUpdate(services: Services, id: number): Promise<void> {
  const db = services.store.read
  const component = await db
    .selectFrom('component')
    .select(['id', 'project_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (component === undefined) return
  for (const row of await addonsOf(db, component))
    if (handles(row, 'component-update'))
      await runAddon(services, addonByName(row.name)!.wholeProject ? row : { ...row, component_id: id })
}

/** Runs add-ons of the component that owns a repository after its files changed. */
export async function afterRepositoryUpdate(services: Services, id: number): Promise<void> {
  const rows = await services.store.read
    .selectFrom('addon')
    .selectAll()
    .where('component_id', '=', id)
    .orderBy('id')
    .execute()
  for (const row of rows) if (handles(row, 'repository-update')) await runAddon(services, row)
}

/** Runs the daily add-ons. A failure does not stop the others. */
export async function runDailyAddons(services: Services): Promise<void> {
  const rows = await services.store.read.selectFrom('addon').selectAll().orderBy('id').execute()
  for (const row of rows.filter(each => handles(each, 'daily')))
    await runAddon(services, row).catch(error =>
      services.log('addon.failed', { err: error, addon: row.id, name: row.name }),
    )
}

/** Runs one add-on on demand. */
export const addonTask: TaskHandler = async (services, run) => {
  const row = await services.store.read
    .selectFrom('addon')
    .selectAll()
    .where('id', '=', Number(run.payload.addon))
    .executeTakeFirst()
  const changed = row === undefined ? 0 : await runAddon(services, row, (done, of) => run.progress((done / of) * 100))
  await services.store.transaction(tx => run.finish(tx, { changed }))
}
