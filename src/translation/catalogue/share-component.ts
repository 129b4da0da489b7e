import type { ComponentRow, ProjectRow } from './components.ts'
import type { Work } from './work.ts'

/** Shows a component in another project too, where it counts from then on. */
export async function shareComponent(
  { tx, counters }: Work,
  component: ComponentRow,
  other: ProjectRow,
): Promise<void> {
  await counters.relocate(tx, [component.id], () =>
    tx
      .insertInto('component_link')
      .values({ component_id: component.id, project_id: other.id })
      .onConflict(conflict => conflict.doNothing())
      .execute(),
  )
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
