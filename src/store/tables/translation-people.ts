import type { Generated } from 'kysely'

interface RoleTable {
  id: Generated<number>
  name: string
}

interface RolePermissionTable {
  role_id: number
  permission: string
}

export interface TeamTable {
  id: Generated<number>
  name: string
  defining_project_id: number | null
  project_selection: Generated<number>
  language_selection: Generated<number>
  enforced_2fa: Generated<number>
  internal: Generated<number>
}

interface TeamRoleTable {
  team_id: number
  role_id: number
}

interface TeamMemberTable {
  account_id: number
  team_id: number
  limit_languages: Generated<string>
}

interface TeamAdminTable {
  team_id: number
  account_id: number
}

interface TeamProjectTable {
  team_id: number
  project_id: number
}

interface TeamLanguageTable {
  team_id: number
  language_id: number
}

interface TeamComponentTable {
  team_id: number
  component_id: number
}

interface TeamComponentListTable {
  team_id: number
  component_list_id: number
}

interface ProjectWatchTable {
  account_id: number
  project_id: number
}

interface AccountLanguageTable {
  account_id: number
  language_id: number
  secondary: Generated<number>
}

interface SavedFilterTable {
  account_id: number
  position: number
  name: string
  q: string
}

export interface SubscriptionTable {
  id: Generated<number>
  account_id: number
  notification: string
  scope: number
  frequency: number
  project_id: number | null
  component_id: number | null
  onetime: Generated<number>
}

export interface TranslationPeopleTables {
  role: RoleTable
  role_permission: RolePermissionTable
  team: TeamTable
  team_role: TeamRoleTable
  team_member: TeamMemberTable
  team_admin: TeamAdminTable
  team_project: TeamProjectTable
  team_language: TeamLanguageTable
  team_component: TeamComponentTable
  team_component_list: TeamComponentListTable
  project_watch: ProjectWatchTable
  account_language: AccountLanguageTable
  saved_filter: SavedFilterTable
  subscription: SubscriptionTable
}
