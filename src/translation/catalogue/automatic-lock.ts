import type { ComponentRow } from './components.ts'
import { setLock } from './lock.ts'
import type { Work } from './work.ts'

/** Alerts that lock a component with `auto_lock_error`. */
const LOCKING = ['MergeFailure', 'UpdateFailure', 'PushFailure', 'ParseError'] as const

const locks = (name: string): boolean => LOCKING.some(each => each === name)

/** The component and those that use its repository. */
const sharing = ({ tx }: Work, component: number) =>
  tx
    .selectFrom('component')
    .selectAll()
    .where(eb => eb.or([eb('id', '=', component), eb('linked_component_id', '=', component)]))
    .orderBy('id')
    .execute()

/** `auto_lock_error` is a setting of the component that has the repository. */
async function isLockedByErrors({ tx }: Work, component: number): Promise<boolean> {
  const row = await tx
    .selectFrom('component')
    .leftJoin('component as owner', 'owner.id', 'component.linked_component_id')
    .select(['component.auto_lock_error as own', 'owner.auto_lock_error as shared'])
    .where('component.id', '=', component)
    .executeTakeFirst()
  return row !== undefined && (row.shared ?? row.own) === 1
}

/** Locks components with `auto_lock_error` when an alert about their repository appears. */
export async function lockOnAlert(work: Work, component: number | null, name: string): Promise<void> {
  if (component === null || !locks(name) || !(await isLockedByErrors(work, component))) return
  for (const row of await sharing(work, component))
    if (row.locked === 0) await setLock(work, row, true, { automatic: true })
}

/** Locks a component that starts to share a repository with errors. */
export async function followLockOf(work: Work, row: ComponentRow): Promise<void> {
  if (row.linked_component_id === null || row.locked === 1 || !(await isLockedByErrors(work, row.id))) return
  const alert = await work.tx
    .selectFrom('alert')
    .select('id')
    .where('component_id', '=', row.linked_component_id)
    .where('name', 'in', LOCKING)
    .executeTakeFirst()
  if (alert !== undefined) await setLock(work, row, true, { automatic: true })
}

/** Ends automatic locks after the last of these alerts. Locks that people set remain. */
export async function unlockAfterAlert(work: Work, component: number | null, name: string): Promise<void> {
  if (component === null || !locks(name)) return
  for (const row of await sharing(work, component)) {
    if (row.locked_by_error === 0) continue
    const remaining = await work.tx
      .selectFrom('alert')
      .select('id')
      .where('component_id', 'in', [row.id, row.linked_component_id ?? row.id])
      .where('name', 'in', LOCKING)
      .executeTakeFirst()
    if (remaining === undefined) await setLock(work, row, false, { automatic: true })
  }
}
