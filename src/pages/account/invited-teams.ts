import type { Reader } from '#store/store.ts'
import { PROJECT_SELECTION } from '#translation/catalogue/permission-names.ts'
import type { Permissions } from '#translation/catalogue/permissions.ts'

/** A project team that a user can invite others to. */
export interface Team {
  readonly id: number
  readonly name: string
  /** The name of its project. */
  readonly project: string
}

const MOST_OFFERED = 500

/** Teams that a user can invite to, optionally only those of one project. */
export async function offeredTeams(db: Reader, permissions: Permissions, slug: string | null): Promise<Team[]> {
  const all = teamsOfProjects(db).orderBy('project.name').orderBy('team.name').limit(MOST_OFFERED)
  const rows = await (slug === null || slug.includes('\0') ? all : all.where('project.slug', '=', slug)).execute()
  return rows.filter(row => mayFill(permissions, row)).map(named)
}

export async function teamById(db: Reader, permissions: Permissions, id: number): Promise<Team | null> {
  if (!Number.isSafeInteger(id)) return null
  const row = await teamsOfProjects(db).where('team.id', '=', id).executeTakeFirst()
  return row !== undefined && mayFill(permissions, row) ? named(row) : null
}

/** Project managers cannot invite to teams that reach beyond their project. */
const teamsOfProjects = (db: Reader) =>
  db
    .selectFrom('team')
    .innerJoin('project', 'project.id', 'team.defining_project_id')
    .select(['team.id', 'team.name', 'project.name as project', 'project.id as project_id', 'project.access_control'])
    .where('team.project_selection', '=', PROJECT_SELECTION.asDefined)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('team_project')
            .select('team_project.team_id')
            .whereRef('team_project.team_id', '=', 'team.id')
            .whereRef('team_project.project_id', '<>', 'team.defining_project_id'),
        ),
      ),
    )

type Row = Awaited<ReturnType<ReturnType<typeof teamsOfProjects>['executeTakeFirstOrThrow']>>

const mayFill = (permissions: Permissions, { project_id, access_control }: Row): boolean =>
  permissions.inProject({ id: project_id, access_control }, 'project.permissions')

const named = ({ id, name, project }: Row): Team => ({ id, name, project })
