import type { Selectable } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'

export type AddonRow = Selectable<Database['addon']>

/** Add-ons that apply to a component: its own and those of its project. */
export const addonsOf = (db: Reader, component: { id: number; project_id: number }): Promise<AddonRow[]> =>
  db
    .selectFrom('addon')
    .selectAll()
    .where('project_id', '=', component.project_id)
    .where(eb => eb.or([eb('component_id', 'is', null), eb('component_id', '=', component.id)]))
    .orderBy('id')
    .execute()

export const addonNames = async (db: Reader, component: { id: number; project_id: number }): Promise<Set<string>> =>
  new Set((await addonsOf(db, component)).map(each => each.name))
