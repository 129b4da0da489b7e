// Roles, teams and their members.

import { nullable } from '#fields/field.ts'
import { boolean, choice, integer, list, text } from '#fields/kinds.ts'
import type { Writer } from '#store/store.ts'
import { componentByPath, projectBySlug } from '../catalogue/components.ts'
import { languageByCode } from '../catalogue/languages.ts'
import { PROJECT_PERMISSIONS, SITE_PERMISSIONS } from '../catalogue/permission-names.ts'
import { inStep } from '../import-steps/in-step.ts'
import type { Tally } from '../import-steps/tally.ts'
import { type Importing, isDenied, isInvalid, lastPart, parsed, unreadable, usual, withSize } from './context.ts'

const PERMISSIONS: ReadonlySet<string> = new Set([...SITE_PERMISSIONS, ...PROJECT_PERMISSIONS])

const roleFields = {
  id: integer({ min: 1 }),
  name: text({ max: 200 }),
  permissions: usual(list(text({ max: 100 })), []),
}

const links = usual(list(text({ max: 1000 }), { max: 100_000 }), [])
const selection = (...values: number[]) => choice(new Map(values.map(value => [value, String(value)])))

const groupFields = {
  id: integer({ min: 1 }),
  name: text({ max: 150 }),
  defining_project: usual(nullable(text({ max: 1000 })), null),
  project_selection: usual(selection(0, 1, 2, 3, 4), 0),
  language_selection: usual(selection(0, 1), 1),
  roles: links,
  languages: links,
  projects: links,
  componentlists: links,
  components: links,
  admins: links,
  autogroups: usual(list(text({ max: 1000 })), []),
  enforced_2fa: usual(boolean(), false),
}

type Group = Exclude<ReturnType<typeof parsed<typeof groupFields>>, { invalid: string }>

/** With `only`, teams of other projects and of the whole site are left out. */
export async function importTeams(importing: Importing, only: ReadonlySet<string> | null): Promise<void> {
  const { client, steps, pageSize } = importing
  if (steps.isDone('teams')) return
  let lists: unknown[][]
  try {
    lists = [await client.all(withSize('roles/', pageSize)), await client.all(withSize('groups/', pageSize))]
  } catch (error) {
    if (!isDenied(error)) throw error
    await inStep(importing, 'teams', async (_, tally) => tally.note(unreadable(error, 'groups/')))
    return
  }
  const [roles = [], groups = []] = lists
  await inStep(importing, 'teams', async ({ tx }, tally) => {
    const roleIds = await importRoles(tx, roles, tally, only === null)
    for (const row of groups) {
      const group = parsed(groupFields, row)
      if (isInvalid(group)) tally.add('teams', { skipped: group.invalid })
      else await importTeam(importing, tx, group, { roleIds, only }, tally)
    }
  })
}

/** Local roles by their id on the server. */
async function importRoles(
  tx: Writer,
  rows: readonly unknown[],
  tally: Tally,
  mayCreate: boolean,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const row of rows) {
    const role = parsed(roleFields, row)
    if (isInvalid(role)) {
      tally.add('roles', { skipped: role.invalid })
      continue
    }
    const existing = await tx.selectFrom('role').select('id').where('name', '=', role.name).executeTakeFirst()
    const permissions = new Set(role.permissions.filter(name => PERMISSIONS.has(name)))
    if (existing !== undefined) tally.add('roles', 'unchanged')
    else if (!mayCreate) tally.add('roles', { skipped: 'roles of the whole site come only with all projects' })
    else if (permissions.size === 0) tally.add('roles', { skipped: `"${role.name}": it has no permissions known here` })
    else {
      tally.add('roles', 'created')
      const { id } = await tx.insertInto('role').values({ name: role.name }).returning('id').executeTakeFirstOrThrow()
      ids.set(String(role.id), id)
      const values = [...permissions].map(permission => ({ role_id: id, permission }))
      await tx.insertInto('role_permission').values(values).execute()
      const unknown = role.permissions.filter(name => !PERMISSIONS.has(name))
      if (unknown.length > 0) tally.note(`role "${role.name}": permissions not known here: ${unknown.join(', ')}`)
    }
    if (existing !== undefined) ids.set(String(role.id), existing.id)
  }
  return ids
}

async function importTeam(
  importing: Importing,
  tx: Writer,
  group: Group,
  { roleIds, only }: { roleIds: ReadonlyMap<string, number>; only: ReadonlySet<string> | null },
  tally: Tally,
): Promise<void> {
  const slug = group.defining_project === null ? null : lastPart(group.defining_project)
  const skip = (why: string) => tally.add('teams', { skipped: why })
  if (only !== null && (slug === null || !only.has(slug))) return skip('they do not belong to a selected project')
  const project = slug === null ? null : await projectBySlug(tx, slug)
  if (slug !== null && project === null) return skip(`"${group.name}": the project "${slug}" was not imported`)
  const defining_project_id = project?.id ?? null
  const existing = await tx
    .selectFrom('team')
    .select('id')
    .where('name', '=', group.name)
    .where('defining_project_id', project === null ? 'is' : '=', defining_project_id as never)
    .executeTakeFirst()
  const id = existing?.id ?? (await createTeam(tx, group, defining_project_id, roleIds, tally))
  tally.add('teams', existing === undefined ? 'created' : 'unchanged')
  await addMembers(importing, tx, id, group, tally)
}

async function createTeam(
  tx: Writer,
  group: Group,
  defining_project_id: number | null,
  roleIds: ReadonlyMap<string, number>,
  tally: Tally,
): Promise<number> {
  const { name, project_selection, language_selection, enforced_2fa } = group
  const { id: team_id } = await tx
    .insertInto('team')
    .values({ name, defining_project_id, project_selection, language_selection, enforced_2fa: Number(enforced_2fa) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lost = (what: string) => tally.note(`team "${name}": ${what}`)
  for (const address of new Set(group.roles)) {
    const role_id = roleIds.get(lastPart(address))
    if (role_id === undefined) lost('a role did not come over')
    else await tx.insertInto('team_role').values({ team_id, role_id }).execute()
  }
  for (const code of new Set(group.languages.map(lastPart))) {
    const language = await languageByCode(tx, code)
    if (language === null) lost(`the language ${code} does not exist here`)
    else await tx.insertInto('team_language').values({ team_id, language_id: language.id }).execute()
  }
  for (const slug of new Set(group.projects.map(lastPart))) {
    const project = await projectBySlug(tx, slug)
    if (project === null) lost(`the project ${slug} was not imported`)
    else await tx.insertInto('team_project').values({ team_id, project_id: project.id }).execute()
  }
  for (const address of new Set(group.components)) {
    const [slug = '', path = ''] = address.replace(/\/+$/, '').split('/').slice(-2).map(lastPart)
    const project = await projectBySlug(tx, slug)
    // The path of a component in a category is encoded twice.
    const component = project && (await componentByPath(tx, project.id, lastPart(path.replaceAll('/', '%2F'))))
    if (component === null) lost(`the component ${slug}/${path} was not imported`)
    else await tx.insertInto('team_component').values({ team_id, component_id: component.id }).execute()
  }
  if (group.componentlists.length > 0) lost('component lists do not come over')
  if (group.autogroups.length > 0) lost('automatic assignment does not come over')
  return team_id
}

async function addMembers(
  { members, accounts }: Importing,
  tx: Writer,
  team_id: number,
  { id, admins }: Group,
  tally: Tally,
): Promise<void> {
  for (const username of members.get(String(id)) ?? []) {
    const account_id = accounts.get(username)!
    const added = await tx
      .insertInto('team_member')
      .values({ team_id, account_id })
      .onConflict(conflict => conflict.doNothing())
      .returning('account_id')
      .executeTakeFirst()
    tally.add('memberships', added === undefined ? 'unchanged' : 'created')
  }
  for (const username of new Set(admins.map(lastPart))) {
    const account_id = accounts.get(username)
    if (account_id !== undefined)
      await tx
        .insertInto('team_admin')
        .values({ team_id, account_id })
        .onConflict(conflict => conflict.doNothing())
        .execute()
  }
}
