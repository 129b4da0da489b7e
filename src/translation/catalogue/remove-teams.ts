import type { Writer } from '#store/store.ts'

const PARTS = [
  'team_role',
  'team_member',
  'team_admin',
  'team_project',
  'team_language',
  'team_component',
  'team_component_list',
] as const

/** Removes teams with all that says who is in them and what they may do where. */
export async function removeTeams(tx: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  for (const table of PARTS) await tx.deleteFrom(table).where('team_id', 'in', ids).execute()
  await tx.deleteFrom('team').where('id', 'in', ids).execute()
}
