// What project managers can grant: teams and roles within their own permissions.

import type { ProjectRow } from '../../catalogue/components.ts'
import { PROJECT_PERMISSIONS, PROJECT_SELECTION, type ProjectPermission } from '../../catalogue/permission-names.ts'
import { forbidden } from '../errors.ts'
import type { TeamRow } from '../objects/team.ts'
import type { AnyCall } from './find.ts'

export interface RoleRow {
  id: number
  name: string
  permissions: string[]
}

export async function rolesWhere(call: AnyCall, ids: readonly number[] | null): Promise<RoleRow[]> {
  const roles = await call.db
    .selectFrom('role')
    .select(['id', 'name'])
    .$if(ids !== null, query => query.where('id', 'in', [-1, ...ids!]))
    .orderBy('id')
    .execute()
  const granted = await call.db
    .selectFrom('role_permission')
    .selectAll()
    .where('role_id', 'in', [-1, ...roles.map(each => each.id)])
    .execute()
  return roles.map(role => ({
    ...role,
    permissions: granted.filter(each => each.role_id === role.id).map(each => each.permission),
  }))
}

const PROJECT_LEVEL = new Set<string>(PROJECT_PERMISSIONS)

export const isProjectRole = ({ permissions }: RoleRow): boolean => permissions.some(each => PROJECT_LEVEL.has(each))

/** Whether a role has permissions for the whole site, which a team of a project cannot have. */
export const isSiteRole = ({ permissions }: RoleRow): boolean => permissions.some(each => !PROJECT_LEVEL.has(each))

/** Callers can grant only permissions they have in this project themselves, and nothing site-wide. */
export async function canGrant(
  call: AnyCall,
  project: ProjectRow,
  { permissions: granted }: RoleRow,
): Promise<boolean> {
  const permissions = await call.permissions()
  if (permissions.onSite('group.edit')) return true
  return granted.every(each => PROJECT_LEVEL.has(each) && permissions.inProject(project, each as ProjectPermission))
}

/** New members get every permission of the team, so the caller must be able to grant all of them. */
export async function needToGrant(call: AnyCall, project: ProjectRow, team: TeamRow): Promise<void> {
  if ((await call.permissions()).onSite('group.edit')) return
  const elsewhere = await call.db
    .selectFrom('team_project')
    .select('team_id')
    .where('team_id', '=', team.id)
    .where('project_id', '<>', project.id)
    .executeTakeFirst()
  if (team.project_selection !== PROJECT_SELECTION.asDefined || elsewhere !== undefined)
    throw forbidden('This team also applies outside the project.')
  for (const role of await rolesWhere(call, await roleIds(call, team.id)))
    if (!(await canGrant(call, project, role)))
      throw forbidden(`The role "${role.name}" grants permissions that you do not have in this project.`)
}

const roleIds = async (call: AnyCall, team: number): Promise<number[]> =>
  (
    await call.db.selectFrom('team_role').select('role_id').where('team_id', '=', team).orderBy('role_id').execute()
  ).map(each => each.role_id)

/** Keeps at least one project manager. Without one, only site administrators could repair the project. */
export async function needRemainingManager(
  call: AnyCall,
  project: ProjectRow,
  leaving: { team: number; account?: number },
) {
  if ((await call.permissions()).onSite('group.edit')) return
  const removed = await rolesWhere(call, await roleIds(call, leaving.team))
  if (!removed.some(each => each.permissions.includes('project.permissions'))) return
  const others = await call.db
    .selectFrom('team_member')
    .innerJoin('team', 'team.id', 'team_member.team_id')
    .innerJoin('team_role', 'team_role.team_id', 'team.id')
    .innerJoin('role_permission', 'role_permission.role_id', 'team_role.role_id')
    .select('team_member.account_id')
    .where('team.defining_project_id', '=', project.id)
    .where('role_permission.permission', '=', 'project.permissions')
    .where(eb =>
      leaving.account === undefined
        ? eb('team.id', '<>', leaving.team)
        : eb.or([eb('team.id', '<>', leaving.team), eb('team_member.account_id', '<>', leaving.account)]),
    )
    .limit(1)
    .executeTakeFirst()
  if (others === undefined) throw forbidden('The project needs at least one manager.')
}
