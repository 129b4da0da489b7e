import type { Selectable } from 'kysely'
import { usernameOf } from '#accounts/account.ts'
import { absent } from '#fields/absent.ts'
import { help, nullable, optional, readOnly, shape } from '#fields/field.ts'
import { anything, boolean, choice, integer, list, text, webAddress } from '#fields/kinds.ts'
import type { Database } from '#store/tables/database.ts'
import type { Call } from '../call.ts'
import { componentSegment } from './component.ts'

const PROJECTS = new Map([
  [0, 'As defined'],
  [1, 'All projects'],
  [2, 'From component list'],
  [3, 'All public projects'],
  [4, 'All public and protected projects'],
] as const)

const LANGUAGES = new Map([
  [0, 'As defined'],
  [1, 'All languages'],
] as const)

const links = readOnly(list(webAddress()))

export const Group = shape('Group', 'A team: its members, their permissions, and where these apply.', {
  id: readOnly(integer()),
  name: text({ max: 150 }),
  defining_project: readOnly(nullable(webAddress())),
  project_selection: optional(choice(PROJECTS), 0),
  language_selection: optional(choice(LANGUAGES), 1),
  url: readOnly(webAddress()),
  roles: links,
  languages: links,
  projects: links,
  componentlists: links,
  components: links,
  enforced_2fa: optional(boolean(), false),
  admins: links,
})

/** Fields that requests can set, and fields of Weblate that are rejected. */
export const groupBody = {
  name: Group.fields.name,
  project_selection: Group.fields.project_selection,
  language_selection: Group.fields.language_selection,
  defining_project: help(
    optional(nullable(anything())),
    'URL or slug of the project the team belongs to; can only be set when the team is created.',
  ),
  enforced_2fa: Group.fields.enforced_2fa,
  ...absent('Parlance does not support workspaces', { defining_workspace: [] }),
}

export type TeamRow = Selectable<Database['team']>

export async function groupObject(call: Call<unknown, unknown>, row: TeamRow): Promise<unknown> {
  const { db, addresses } = call
  const roles = await db
    .selectFrom('team_role')
    .select('role_id')
    .where('team_id', '=', row.id)
    .orderBy('role_id')
    .execute()
  const languages = await db
    .selectFrom('team_language')
    .innerJoin('translation_language', 'translation_language.id', 'team_language.language_id')
    .select('code')
    .where('team_id', '=', row.id)
    .orderBy('code')
    .execute()
  const projects = await db
    .selectFrom('team_project')
    .innerJoin('project', 'project.id', 'team_project.project_id')
    .select('slug')
    .where('team_id', '=', row.id)
    .orderBy('slug')
    .execute()
  const lists = await db
    .selectFrom('team_component_list')
    .innerJoin('component_list', 'component_list.id', 'team_component_list.component_list_id')
    .select('slug')
    .where('team_id', '=', row.id)
    .orderBy('slug')
    .execute()
  const components = await db
    .selectFrom('team_component')
    .innerJoin('component', 'component.id', 'team_component.component_id')
    .innerJoin('project', 'project.id', 'component.project_id')
    .select(['project.slug', 'component.path'])
    .where('team_id', '=', row.id)
    .orderBy('component.id')
    .execute()
  const admins = await db
    .selectFrom('team_admin')
    .innerJoin('account', 'account.id', 'team_admin.account_id')
    .select(usernameOf.as('name'))
    .where(await call.shownNames())
    .where('team_id', '=', row.id)
    .orderBy('account.id')
    .execute()
  const defining =
    row.defining_project_id === null
      ? undefined
      : await db.selectFrom('project').select('slug').where('id', '=', row.defining_project_id).executeTakeFirst()
  return {
    id: row.id,
    name: row.name,
    defining_project: defining ? addresses.api('projects', defining.slug) : null,
    project_selection: row.project_selection,
    language_selection: row.language_selection,
    url: addresses.api('groups', row.id),
    roles: roles.map(each => addresses.api('roles', each.role_id)),
    languages: languages.map(each => addresses.api('languages', each.code)),
    projects: projects.map(each => addresses.api('projects', each.slug)),
    componentlists: lists.map(each => addresses.api('component-lists', each.slug)),
    components: components.map(each => addresses.api('components', each.slug, componentSegment(each.path))),
    enforced_2fa: row.enforced_2fa === 1,
    admins: admins.map(each => addresses.api('users', each.name)),
  }
}
