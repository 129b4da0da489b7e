import { sql } from 'kysely'
import type { Reader } from '#store/store.ts'
import { GUESTS, PROJECT_SELECTION, type ProjectPermission, USERS } from '../catalogue/permission-names.ts'
import { ACCESS, type GuardedComponent, type GuardedProject } from '../catalogue/permissions.ts'

/** Accounts, or null for all of them. */
export type People = ReadonlySet<number> | null

const EVERYONE: People = null

/** Accounts with a permission in a project: the inverse of `Permissions.inProject`. */
export const accountsWithPermission = (
  db: Reader,
  project: GuardedProject,
  permission: ProjectPermission,
): Promise<People> =>
  members(
    db,
    teamsReaching(db, project).where(eb =>
      eb.exists(
        eb
          .selectFrom('team_role')
          .innerJoin('role_permission', 'role_permission.role_id', 'team_role.role_id')
          .select('team_role.team_id')
          .whereRef('team_role.team_id', '=', 'team.id')
          .where('role_permission.permission', '=', permission),
      ),
    ),
  )

/** Accounts that can see a project and, if given, its component: the inverse of `Permissions.seesComponent`. */
export async function accountsWithAccess(
  db: Reader,
  project: GuardedProject,
  component: GuardedComponent | null,
): Promise<People> {
  const inside = project.access_control < ACCESS.private ? EVERYONE : await members(db, teamsReaching(db, project))
  if (component === null || component.restricted === 0) return inside
  const named = await members(
    db,
    db
      .selectFrom('team')
      .where(eb =>
        eb.or([
          eb.exists(
            eb
              .selectFrom('team_component')
              .select('team_component.team_id')
              .whereRef('team_component.team_id', '=', 'team.id')
              .where('team_component.component_id', '=', component.id),
          ),
          eb.exists(
            eb
              .selectFrom('team_component_list')
              .innerJoin(
                'component_list_member',
                'component_list_member.component_list_id',
                'team_component_list.component_list_id',
              )
              .select('team_component_list.team_id')
              .whereRef('team_component_list.team_id', '=', 'team.id')
              .where('component_list_member.component_id', '=', component.id),
          ),
        ]),
      ),
  )
  return both(inside, named)
}

/** The intersection of two sets. */
export const both = (some: People, others: People): People =>
  some === EVERYONE ? others : others === EVERYONE ? some : new Set([...some].filter(id => others.has(id)))

function teamsReaching(db: Reader, project: GuardedProject) {
  const selections: number[] = [PROJECT_SELECTION.all]
  if (project.access_control === ACCESS.public) selections.push(PROJECT_SELECTION.allPublic)
  if (project.access_control <= ACCESS.protected) selections.push(PROJECT_SELECTION.allProtected)
  return db
    .selectFrom('team')
    .where(eb =>
      eb.or([
        eb('team.project_selection', 'in', selections),
        eb('team.defining_project_id', '=', project.id),
        eb.exists(
          eb
            .selectFrom('team_project')
            .select('team_project.team_id')
            .whereRef('team_project.team_id', '=', 'team.id')
            .where('team_project.project_id', '=', project.id),
        ),
      ]),
    )
}

/** Members of the teams. Superusers belong to all of them; every account belongs to Guests and Users without a row. */
async function members(db: Reader, teams: ReturnType<typeof teamsReaching>): Promise<People> {
  const implied = await teams
    .select('team.id')
    .where('team.internal', '=', 1)
    .where('team.defining_project_id', 'is', null)
    .where('team.name', 'in', [GUESTS, USERS])
    .executeTakeFirst()
  if (implied !== undefined) return EVERYONE
  const inTeams = await db
    .selectFrom('team_member')
    .innerJoin('team as own', 'own.id', 'team_member.team_id')
    .innerJoin('account', 'account.id', 'team_member.account_id')
    .select('account_id')
    .distinct()
    .where('team_id', 'in', teams.select('team.id'))
    .where(eb =>
      eb.or([
        eb('own.enforced_2fa', '=', 0),
        eb('account.is_bot', '=', 1),
        eb.exists(
          eb.selectFrom('passkey').select('passkey.account_id').whereRef('passkey.account_id', '=', 'account.id'),
        ),
        eb.exists(
          eb
            .selectFrom('authenticator')
            .select('authenticator.account_id')
            .whereRef('authenticator.account_id', '=', 'account.id')
            .where('authenticator.confirmed_at', 'is not', null),
        ),
      ]),
    )
    .execute()
  // A literal, not a parameter: otherwise neither engine uses its partial index of superusers.
  const superusers = await db.selectFrom('account').select('id').where('is_superuser', '=', sql.lit(1)).execute()
  return new Set([...inTeams.map(row => row.account_id), ...superusers.map(row => row.id)])
}
