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

/** Deletes teams with their members, roles and scopes. */
export async function removeTeams(tx: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  for (const table of PARTS) await tx.deleteFrom(table).where('team_id', 'in', ids).execute()
  await tx.deleteFrom('team').where('id', 'in', ids).execute()
}
