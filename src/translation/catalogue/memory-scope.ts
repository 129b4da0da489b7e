// Whose translation memory an entry belongs to. An entry can be in several: of a project, of a user, and of the site.

import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { ACCESS } from './permissions.ts'

export type MemoryScope =
  | { readonly project: number }
  | { readonly account: number }
  /** Entries for all projects that belong to none of them, for example imported by an administrator. */
  | 'site'
  | 'everything'

type Memory = ExpressionBuilder<Database, 'memory'>

export const inScope =
  (scope: MemoryScope) =>
  (eb: Memory): Expression<SqlBool> => {
    if (scope === 'everything') return eb('memory.id', '>', 0)
    if (scope === 'site') return eb.and([eb('memory.shared', '=', 1), eb('memory.project_id', 'is', null)])
    return 'project' in scope
      ? eb('memory.project_id', '=', scope.project)
      : eb('memory.account_id', '=', scope.account)
  }

/** Entries of projects that share theirs. Private projects share only what their managers want to share. */
const isContributed = (eb: Memory) =>
  eb(
    'memory.project_id',
    'in',
    eb
      .selectFrom('project')
      .select('project.id')
      .where(project =>
        project.or([
          project('project.contribute_shared_tm', '=', 1),
          project.and([
            project('project.contribute_shared_tm', 'is', null),
            project('project.access_control', '<', ACCESS.private),
          ]),
        ]),
      ),
  )

export const isShared = (eb: Memory): Expression<SqlBool> => eb.or([eb('memory.shared', '=', 1), isContributed(eb)])

export const contributesToShared = (project: {
  readonly contribute_shared_tm: number | null
  readonly access_control: number
}): boolean =>
  project.contribute_shared_tm === null ? project.access_control < ACCESS.private : project.contribute_shared_tm === 1

/** What a lookup may use. */
export interface MemoryReach {
  readonly projects: readonly number[]
  /** Whether to use the shared memory; entries that an administrator imported are always used. */
  readonly shared: boolean
  /** The user who looks; null for the system. */
  readonly account: number | null
}

export const inReach =
  ({ projects, shared, account }: MemoryReach) =>
  (eb: Memory): Expression<SqlBool> =>
    eb.or([
      eb('memory.project_id', 'in', [-1, ...projects]),
      ...(account === null ? [] : [eb('memory.account_id', '=', account)]),
      shared ? isShared(eb) : eb.and([inScope('site')(eb), eb('memory.from_file', '=', 1)]),
    ])

/** Takes entries out of a scope. Those that are in no other one are deleted. */
export async function forgetIn(
  tx: Writer,
  scope: MemoryScope,
  entries: (eb: Memory) => Expression<SqlBool> = eb => eb('memory.id', '>', 0),
): Promise<void> {
  const remove = tx.deleteFrom('memory').where(inScope(scope)).where(entries)
  const change = tx.updateTable('memory').where(inScope(scope)).where(entries)
  if (scope === 'everything') await remove.execute()
  else if (scope === 'site') {
    await remove.where('account_id', 'is', null).execute()
    await change.set({ shared: 0 }).execute()
  } else if ('project' in scope) {
    await remove.where('account_id', 'is', null).execute()
    // What a project forgets is not shared any longer, but remains in the memory of its author.
    await change.set({ project_id: null, shared: 0 }).execute()
  } else {
    await remove.where('project_id', 'is', null).where('shared', '=', 0).execute()
    await change.set({ account_id: null }).execute()
  }
}

/** The account option of users who keep no memory of their own. */
export const NO_PERSONAL_MEMORY = 'no-personal-memory'
