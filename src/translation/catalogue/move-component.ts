import type { Selectable } from 'kysely'
import type { Database } from '#store/tables/database.ts'
import { ACTION } from './change-actions.ts'
import type { ComponentRow, ProjectRow } from './components.ts'
import type { Work } from './work.ts'

/** Moves a component to another category of its project, or to none. Its URL changes and its statistics move along. */
export async function moveComponent(
  work: Work,
  component: ComponentRow,
  category: Pick<Selectable<Database['project_category']>, 'id' | 'path'> | null,
): Promise<ComponentRow> {
  const category_id = category?.id ?? null
  if (component.category_id === category_id) return component
  const path = category === null ? component.slug : `${category.path}/${component.slug}`
  await work.counters.relocate(work.tx, [component.id], () =>
    work.tx.updateTable('component').set({ category_id, path }).where('id', '=', component.id).execute(),
  )
  const place = { project_id: component.project_id, component_id: component.id }
  work.record(ACTION.componentMoved, place, { old: component.path, target: path })
  return { ...component, category_id, path }
}

/**
 * Shares a component with another project, or a category of it, whose statistics include it from then on. Returns false
 * if it was shared before.
 */
export async function shareComponent(
  { tx, counters }: Work,
  component: ComponentRow,
  other: ProjectRow,
  category_id: number | null = null,
): Promise<boolean> {
  let isNew = false
  await counters.relocate(tx, [component.id], async () => {
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('component_link')
      .values({ component_id: component.id, project_id: other.id, category_id })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    isNew = numInsertedOrUpdatedRows > 0n
  })
  return isNew
}

export async function stopSharing({ tx, counters }: Work, component: ComponentRow, other: ProjectRow): Promise<void> {
  await counters.relocate(tx, [component.id], () =>
    tx
      .deleteFrom('component_link')
      .where('component_id', '=', component.id)
      .where('project_id', '=', other.id)
      .execute(),
  )
}
