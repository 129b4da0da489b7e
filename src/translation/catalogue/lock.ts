import { ACTION } from './change-actions.ts'
import type { ComponentRow } from './components.ts'
import type { Work } from './work.ts'

/** Locks or unlocks a component. Repeated calls are not recorded. An automatic lock has no author. */
export async function setLock(
  work: Work,
  component: ComponentRow,
  locked: boolean,
  { automatic = false } = {},
): Promise<void> {
  if ((component.locked === 1) === locked) {
    // A lock that a person sets outlasts the errors that locked the component before.
    if (locked && !automatic && component.locked_by_error === 1)
      await work.tx.updateTable('component').set({ locked_by_error: 0 }).where('id', '=', component.id).execute()
    return
  }
  await work.tx
    .updateTable('component')
    .set({ locked: locked ? 1 : 0, locked_by_error: locked && automatic ? 1 : 0 })
    .where('id', '=', component.id)
    .execute()
  const place = { project_id: component.project_id, component_id: component.id }
  work.record(
    locked ? ACTION.locked : ACTION.unlocked,
    place,
    automatic ? { details: { auto: true }, account: null } : {},
  )
}
