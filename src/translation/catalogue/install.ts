import type { Writer } from '#store/store.ts'
import { DEFAULT_ROLES, DEFAULT_TEAMS } from './permission-names.ts'

/** Creates the default roles and teams of a new site. Does nothing if there are any teams. */
export async function installTeams(tx: Writer): Promise<void> {
  if (await tx.selectFrom('team').select('id').limit(1).executeTakeFirst()) return
  const roles = new Map<string, number>()
  for (const [name, permissions] of Object.entries(DEFAULT_ROLES)) {
    const role = await tx.insertInto('role').values({ name }).returning('id').executeTakeFirstOrThrow()
    roles.set(name, role.id)
    await tx
      .insertInto('role_permission')
      .values(permissions.map(permission => ({ role_id: role.id, permission })))
      .execute()
  }
  for (const team of DEFAULT_TEAMS) {
    const row = await tx
      .insertInto('team')
      .values({ name: team.name, project_selection: team.projectSelection, language_selection: 1, internal: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const name of team.roles)
      await tx
        .insertInto('team_role')
        .values({ team_id: row.id, role_id: roles.get(name)! })
        .execute()
  }
}
