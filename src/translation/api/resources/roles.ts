import { readOnly, shape } from '#fields/field.ts'
import { choice, integer, list as listOf, text, webAddress } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { isDuplicate } from '#store/store-error.ts'
import { GUESTS, PROJECT_PERMISSIONS, SITE_PERMISSIONS, USERS } from '../../catalogue/permission-names.ts'
import { notFound } from '../errors.ts'
import { amend, create, list, read, remove, replace, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { type AnyCall, idIn, needSite } from './find.ts'
import { noteRights } from './note-rights.ts'

const permission = choice(
  new Map([...new Set([...SITE_PERMISSIONS, ...PROJECT_PERMISSIONS])].map(name => [name, name])),
)

const Role = shape('Role', 'A role: a named set of permissions.', {
  id: readOnly(integer()),
  name: text({ max: 200 }),
  permissions: listOf(permission),
  url: readOnly(webAddress()),
})

interface RoleRow {
  id: number
  name: string
}

async function roleObjects(call: AnyCall, rows: readonly RoleRow[]): Promise<unknown[]> {
  const permissions = await call.db
    .selectFrom('role_permission')
    .selectAll()
    .where('role_id', 'in', [-1, ...rows.map(row => row.id)])
    .orderBy('permission')
    .execute()
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    permissions: permissions.filter(each => each.role_id === row.id).map(each => each.permission),
    url: call.addresses.api('roles', row.id),
  }))
}

/** All roles if the caller may view them, otherwise the roles of their teams. Everybody is in the team Guests. */
async function visible(call: AnyCall) {
  const permissions = await call.permissions()
  const all = permissions.onSite('role.view') || permissions.onSite('role.edit')
  return call.db
    .selectFrom('role')
    .selectAll()
    .$if(!all, query =>
      query.where('role.id', 'in', eb =>
        eb
          .selectFrom('team_role')
          .innerJoin('team', 'team.id', 'team_role.team_id')
          .select('team_role.role_id')
          .where(team =>
            team.or([
              team('team.id', 'in', membersTeams(call)),
              team.and([team('team.internal', '=', 1), team('team.name', 'in', implicitTeams(call))]),
            ]),
          ),
      ),
    )
}

const membersTeams = (call: AnyCall) =>
  call.db
    .selectFrom('team_member')
    .select('team_member.team_id')
    .where('team_member.account_id', '=', call.caller.account?.id ?? -1)

const implicitTeams = (call: AnyCall): string[] => (call.caller.account === null ? [GUESTS] : [GUESTS, USERS])

async function find(call: AnyCall): Promise<RoleRow> {
  const id = idIn(call, 'role')
  const row = await (await visible(call)).where('role.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

const mayEdit = (call: AnyCall) => needSite(call, 'role.edit', 'Can not manage roles')

async function save(
  call: AnyCall,
  id: number | null,
  settings: { name?: string; permissions?: string[] },
  keep: boolean,
): Promise<unknown> {
  try {
    const { tx } = call
    if (id !== null && settings.name !== undefined)
      await tx.updateTable('role').set({ name: settings.name }).where('id', '=', id).execute()
    const role =
      id ?? (await tx.insertInto('role').values({ name: settings.name! }).returning('id').executeTakeFirstOrThrow()).id
    if (settings.permissions !== undefined && !keep)
      await tx.deleteFrom('role_permission').where('role_id', '=', role).execute()
    for (const name of new Set(settings.permissions))
      await tx
        .insertInto('role_permission')
        .values({ role_id: role, permission: name })
        .onConflict(c => c.doNothing())
        .execute()
    const row = await tx.selectFrom('role').selectAll().where('id', '=', role).executeTakeFirstOrThrow()
    const { permissions } = settings
    await noteRights(call, id === null ? 'role-created' : 'role-changed', row.name, {
      role,
      ...(permissions !== undefined && (keep ? { added: permissions } : { permissions })),
    })
    return (await roleObjects(call, [row]))[0]
  } catch (error) {
    throw isDuplicate(error) ? invalidField('name', 'unique', 'A role with this name already exists.') : error
  }
}

export const roleResources = [
  resource({
    path: '/roles/',
    name: 'Roles',
    description: 'Roles of your teams, or all roles if you can manage roles.',
    operations: {
      GET: list({
        summary: 'List roles',
        answer: Role,
        handle: async call => rowsOf((await visible(call)).orderBy('role.id'), rows => roleObjects(call, rows)),
      }),
      POST: create({
        summary: 'Create a role',
        body: Role.fields,
        answer: Role,
        allow: mayEdit,
        handle: call => save(call, null, call.body, false),
      }),
    },
  }),
  resource({
    path: '/roles/:role(\\d+)/',
    name: 'Role',
    description: 'A role. PATCH adds permissions, PUT replaces them.',
    operations: {
      GET: read({
        summary: 'Get a role',
        answer: Role,
        handle: async call => (await roleObjects(call, [await find(call)]))[0],
      }),
      PUT: replace({
        summary: 'Replace a role',
        body: Role.fields,
        answer: Role,
        allow: mayEdit,
        handle: async call => save(call, (await find(call)).id, call.body, false),
      }),
      PATCH: amend({
        summary: 'Add permissions to a role',
        body: Role.fields,
        answer: Role,
        allow: mayEdit,
        handle: async call => save(call, (await find(call)).id, call.body, true),
      }),
      DELETE: remove({
        summary: 'Delete a role',
        allow: mayEdit,
        handle: async call => {
          const { id, name } = await find(call)
          const { tx } = call
          await tx.deleteFrom('team_role').where('role_id', '=', id).execute()
          await tx.deleteFrom('role_permission').where('role_id', '=', id).execute()
          await tx.deleteFrom('role').where('id', '=', id).execute()
          await noteRights(call, 'role-deleted', name, { role: id })
        },
      }),
    },
  }),
]
