import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import type { Account } from '#accounts/account.ts'
import { hasSecondFactor } from '#accounts/second-factors.ts'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import {
  GUESTS,
  type Permission,
  PROJECT_SELECTION,
  type ProjectPermission,
  type SitePermission,
  USERS,
} from './permission-names.ts'

/** Access to a project: 0 everyone, 1 everyone (but only members can work on it), 100 and 200 only its teams. */
export const ACCESS = { public: 0, protected: 1, private: 100, custom: 200 } as const

export interface GuardedProject {
  id: number
  access_control: number
}

export interface GuardedComponent {
  id: number
  restricted: number
}

interface GuardedLanguage {
  id: number
  code: string
}

/** A project, or a component or language of it. */
export interface GuardedPlace {
  project: GuardedProject
  component?: Pick<GuardedComponent, 'id'> | null | undefined
  language?: GuardedLanguage | null | undefined
}

interface Team {
  projectSelection: number
  allLanguages: boolean
  limitLanguages: ReadonlySet<string> | null
  projects: ReadonlySet<number>
  languages: ReadonlySet<number>
  components: ReadonlySet<number>
  permissions: ReadonlySet<string>
}

/** Permissions of an account or a visitor, from their teams. Superusers have all permissions. */
export class Permissions {
  readonly superuser: boolean
  readonly #teams: readonly Team[]

  constructor(superuser: boolean, teams: readonly Team[]) {
    this.superuser = superuser
    this.#teams = teams
  }

  /** Callers with the same view see the same projects and components. */
  get view(): string {
    if (this.superuser) return 'everything'
    const named = (pick: (team: Team) => Iterable<number>) =>
      [...new Set(this.#teams.flatMap(team => [...pick(team)]))].sort((a, b) => a - b).join()
    const everyProject = this.#teams.some(team => team.projectSelection === PROJECT_SELECTION.all)
    return `${everyProject ? 'all' : named(team => team.projects)};${named(team => team.components)}`
  }

  onSite(permission: SitePermission): boolean {
    return this.superuser || this.#teams.some(team => team.permissions.has(permission))
  }

  /** Whether the permission is granted in any project. */
  anywhere(permission: ProjectPermission): boolean {
    return this.superuser || this.#teams.some(team => team.permissions.has(permission))
  }

  inProject(project: GuardedProject, permission: ProjectPermission, language?: GuardedLanguage): boolean {
    return (
      this.superuser ||
      this.#teams.some(team => team.permissions.has(permission) && appliesTo(team, project) && covers(team, language))
    )
  }

  /**
   * Whether the permission is granted in a project, or in a component of it: a team that lists components has its
   * permissions in those, too.
   */
  inPlace({ project, component, language }: GuardedPlace, permission: ProjectPermission): boolean {
    if (this.inProject(project, permission, language ?? undefined)) return true
    return (
      component != null &&
      this.#teams.some(
        team => team.permissions.has(permission) && team.components.has(component.id) && covers(team, language),
      )
    )
  }

  sees(project: GuardedProject): boolean {
    return (
      project.access_control < ACCESS.private || this.superuser || this.#teams.some(team => appliesTo(team, project))
    )
  }

  /** A restricted component requires a team that lists it; access to the project is not enough. */
  seesComponent(project: GuardedProject, component: GuardedComponent): boolean {
    if (!this.sees(project)) return false
    return component.restricted === 0 || this.superuser || this.#teams.some(team => team.components.has(component.id))
  }

  /** Same rule as `sees`, for queries that include the table `project`. */
  visibleProjects<T extends keyof Database>(
    eb: ExpressionBuilder<Database, T | 'project'>,
  ): ExpressionWrapper<Database, T | 'project', SqlBool> {
    const any = eb as unknown as ExpressionBuilder<Database, 'project'>
    const everything = this.superuser || this.#teams.some(team => team.projectSelection === PROJECT_SELECTION.all)
    const named = this.#teams.flatMap(team => [...team.projects])
    const open = any('project.access_control', '<', ACCESS.private)
    const condition = everything
      ? any.lit(true)
      : named.length > 0
        ? any.or([open, any('project.id', 'in', named)])
        : open
    return condition as unknown as ExpressionWrapper<Database, T | 'project', SqlBool>
  }

  /** Same rule as the second half of `seesComponent`, for queries that include the table `component`. */
  visibleComponents<T extends keyof Database>(
    eb: ExpressionBuilder<Database, T | 'component'>,
  ): ExpressionWrapper<Database, T | 'component', SqlBool> {
    const any = eb as unknown as ExpressionBuilder<Database, 'component'>
    const named = this.#teams.flatMap(team => [...team.components])
    const open = any('component.restricted', '=', 0)
    const condition = this.superuser
      ? any.lit(true)
      : named.length > 0
        ? any.or([open, any('component.id', 'in', named)])
        : open
    return condition as unknown as ExpressionWrapper<Database, T | 'component', SqlBool>
  }
}

const includesLanguage = (team: Team, { id, code }: GuardedLanguage): boolean =>
  (team.allLanguages || team.languages.has(id)) && (team.limitLanguages === null || team.limitLanguages.has(code))

/**
 * Whether the team has its permissions in the language, or in all of a project or component. A membership that is limited
 * to some languages has none there.
 */
const covers = (team: Team, language: GuardedLanguage | null | undefined): boolean =>
  language == null ? team.limitLanguages === null : includesLanguage(team, language)

function appliesTo(team: Team, project: GuardedProject): boolean {
  if (team.projects.has(project.id)) return true
  if (team.projectSelection === PROJECT_SELECTION.all) return true
  if (team.projectSelection === PROJECT_SELECTION.allPublic) return project.access_control === ACCESS.public
  return team.projectSelection === PROJECT_SELECTION.allProtected && project.access_control <= ACCESS.protected
}

/** Everyone implicitly belongs to Guests, and every account to Users, without membership rows. */
export async function loadPermissions(db: Reader, account: Account | null): Promise<Permissions> {
  if (account?.isSuperuser) return new Permissions(true, [])
  const rows = await givingTeams(db, account)
  const ids = rows.map(row => row.id)
  if (ids.length === 0) return new Permissions(false, [])
  const permissions = await db
    .selectFrom('team_role')
    .innerJoin('role_permission', 'role_permission.role_id', 'team_role.role_id')
    .select(['team_id', 'permission as value'])
    .where('team_id', 'in', ids)
    .execute()
  const projects = await db
    .selectFrom('team_project')
    .select(['team_id', 'project_id as value'])
    .where('team_id', 'in', ids)
    .execute()
  const languages = await db
    .selectFrom('team_language')
    .select(['team_id', 'language_id as value'])
    .where('team_id', 'in', ids)
    .execute()
  const components = await db
    .selectFrom('team_component')
    .select(['team_id', 'component_id as value'])
    .where('team_id', 'in', ids)
    .unionAll(
      db
        .selectFrom('team_component_list')
        .innerJoin(
          'component_list_member',
          'component_list_member.component_list_id',
          'team_component_list.component_list_id',
        )
        .select(['team_id', 'component_list_member.component_id as value'])
        .where('team_id', 'in', ids),
    )
    .execute()
  const of = <T>(list: readonly { team_id: number; value: T }[], id: number): Set<T> =>
    new Set(list.filter(each => each.team_id === id).map(each => each.value))
  return new Permissions(
    false,
    rows.map(row => ({
      projectSelection: row.project_selection,
      allLanguages: row.language_selection === 1,
      limitLanguages: row.limit_languages ? new Set(row.limit_languages.split(',')) : null,
      projects: new Set([...of(projects, row.id), ...(row.defining_project_id ? [row.defining_project_id] : [])]),
      languages: of(languages, row.id),
      components: of(components, row.id),
      permissions: of(permissions, row.id) as Set<Permission>,
    })),
  )
}

/** Teams of an account or a visitor, with the built-in ones. */
function teamsOf(db: Reader, account: Account | null) {
  const implied = account === null ? [GUESTS] : [GUESTS, USERS]
  return db
    .selectFrom('team')
    .leftJoin('team_member', join =>
      join.onRef('team_member.team_id', '=', 'team.id').on('team_member.account_id', '=', account?.id ?? -1),
    )
    .select([
      'team.id',
      'project_selection',
      'language_selection',
      'defining_project_id',
      'limit_languages',
      'enforced_2fa',
    ])
    .where(eb =>
      eb.or([
        eb('team_member.account_id', 'is not', null),
        eb.and([eb('internal', '=', 1), eb('defining_project_id', 'is', null), eb('name', 'in', implied)]),
      ]),
    )
}

/** Teams that require a second factor give no permissions to people without one. Bots only have API keys. */
async function givingTeams(db: Reader, account: Account | null) {
  const rows = await teamsOf(db, account).execute()
  const isMet = rows.every(row => row.enforced_2fa === 0) || (await meetsFactor(db, account))
  return isMet ? rows : rows.filter(row => row.enforced_2fa === 0)
}

const meetsFactor = async (db: Reader, account: Account | null): Promise<boolean> =>
  account !== null && (account.isBot || (await hasSecondFactor(db, account.id)))

/** Names of the teams whose permissions the account will have once it has a second factor. */
export async function withheldTeams(db: Reader, account: Account): Promise<string[]> {
  if (account.isSuperuser) return []
  const rows = await teamsOf(db, account).where('enforced_2fa', '=', 1).select('name').orderBy('team.id').execute()
  return rows.length === 0 || (await meetsFactor(db, account)) ? [] : rows.map(row => row.name)
}
