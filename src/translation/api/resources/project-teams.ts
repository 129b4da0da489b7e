// Teams of a project, for project managers. Not part of the Weblate API, which has only site-wide teams.
import { usernameOf } from '#accounts/account.ts'
import { help, nullable, optional, readOnly, shape } from '#fields/field.ts'
import { anything, integer, list as listOf, text, webAddress } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { isDuplicate } from '#store/store-error.ts'
import { ACTION } from '../../catalogue/change-actions.ts'
import type { ProjectRow } from '../../catalogue/components.ts'
import { removeTeams } from '../../catalogue/remove-teams.ts'
import { notFound } from '../errors.ts'
import type { TeamRow } from '../objects/team.ts'
import { act, amend, array, create, type Resource, read, remove, resource } from '../resource.ts'
import { type AnyCall, findProject, idIn, needProject } from './find.ts'
import { noteRights } from './note-rights.ts'
import { canGrant, isProjectRole, needRemainingManager, needToGrant, rolesWhere } from './team-grants.ts'

const Team = shape('ProjectTeam', 'A project team: its members and roles.', {
  id: readOnly(integer()),
  name: text({ max: 150 }),
  roles: help(listOf(integer(), { max: 50 }), 'IDs of roles.'),
  members: readOnly(listOf(anything())),
  url: readOnly(webAddress()),
})

const ProjectRole = shape('ProjectRole', 'A role that the caller can assign to project teams.', {
  id: readOnly(integer()),
  name: readOnly(text()),
  description: readOnly(nullable(text())),
})

const mayManage = async (call: AnyCall) => needProject(call, await findProject(call), 'project.permissions')

async function grantableRoles(call: AnyCall, project: ProjectRow, ids: readonly number[]): Promise<number[]> {
  const existing = await rolesWhere(call, ids)
  for (const id of ids) {
    const role = existing.find(each => each.id === id)
    if (role === undefined) throw invalidField('roles', 'does_not_exist', `There is no role ${id}.`)
    if (!(await canGrant(call, project, role)))
      throw invalidField(
        'roles',
        'invalid',
        `The role "${role.name}" grants permissions that you do not have in this project.`,
      )
  }
  return [...new Set(ids)]
}

async function findTeam(call: AnyCall): Promise<{ project: ProjectRow; team: TeamRow }> {
  const project = await findProject(call)
  const id = idIn(call, 'team')
  const team = await call.db
    .selectFrom('team')
    .selectAll()
    .where('id', '=', id)
    .where('defining_project_id', '=', project.id)
    .executeTakeFirst()
  if (team === undefined) throw notFound()
  return { project, team }
}

async function teamObjects(call: AnyCall, { slug }: ProjectRow, teams: readonly TeamRow[]): Promise<unknown[]> {
  const ids = [-1, ...teams.map(each => each.id)]
  const roles = await call.db
    .selectFrom('team_role')
    .selectAll()
    .where('team_id', 'in', ids)
    .orderBy('role_id')
    .execute()
  const members = await call.db
    .selectFrom('team_member')
    .innerJoin('account', 'account.id', 'team_member.account_id')
    .select(['team_id', 'limit_languages', 'account.real_name', usernameOf.as('name')])
    .where('team_id', 'in', ids)
    .where(await call.shownNames())
    .orderBy('account.id')
    .execute()
  return teams.map(team => ({
    id: team.id,
    name: team.name,
    roles: roles.filter(each => each.team_id === team.id).map(each => each.role_id),
    members: members
      .filter(each => each.team_id === team.id)
      .map(each => ({
        username: each.name,
        full_name: each.real_name,
        limit_language_codes: each.limit_languages ? each.limit_languages.split(',') : [],
      })),
    url: call.addresses.api('projects', slug, 'teams', team.id),
  }))
}

const teamObject = async (call: AnyCall, project: ProjectRow, team: TeamRow) =>
  (await teamObjects(call, project, [team]))[0]

const duplicateName = (error: unknown) =>
  isDuplicate(error) ? invalidField('name', 'unique', 'A team with this name already exists.') : error

async function setRoles(call: AnyCall, team: number, roles: readonly number[]): Promise<void> {
  await call.tx.deleteFrom('team_role').where('team_id', '=', team).execute()
  for (const role_id of roles) await call.tx.insertInto('team_role').values({ team_id: team, role_id }).execute()
}

async function memberNamed(call: AnyCall, name: string, attr: string) {
  const account = await call.services.accounts.byName(call.db, name)
  if (account === null || !(await call.userAddresses([account.id])).has(account.id))
    throw invalidField(attr, 'does_not_exist', `There is no account "${name.slice(0, 100)}".`)
  return account
}

export const projectTeams: readonly Resource[] = [
  resource({
    path: '/projects/:project/roles/',
    name: 'Project roles',
    description: 'Roles that you can assign to teams of the project. Not part of the Weblate API.',
    operations: {
      GET: array({
        summary: 'List assignable roles',
        answer: ProjectRole,
        allow: mayManage,
        handle: async call => {
          const project = await findProject(call)
          const grantable: unknown[] = []
          for (const role of await rolesWhere(call, null))
            if (isProjectRole(role) && (await canGrant(call, project, role)))
              grantable.push({ id: role.id, name: role.name, description: role.permissions.sort().join(', ') })
          return grantable
        },
      }),
    },
  }),
  resource({
    path: '/projects/:project/teams/',
    name: 'Project teams',
    description: 'Teams of a project, for project managers. Not part of the Weblate API.',
    operations: {
      GET: array({
        summary: 'List teams of a project',
        answer: Team,
        allow: mayManage,
        handle: async call => {
          const project = await findProject(call)
          const query = call.db.selectFrom('team').selectAll().where('defining_project_id', '=', project.id)
          return teamObjects(call, project, await query.orderBy('id').execute())
        },
      }),
      POST: create({
        summary: 'Create a project team',
        body: { name: Team.fields.name, roles: optional(Team.fields.roles, []) },
        answer: Team,
        allow: mayManage,
        handle: async call => {
          const project = await findProject(call)
          const roles = await grantableRoles(call, project, call.body.roles ?? [])
          try {
            const team = await call.tx
              .insertInto('team')
              .values({ name: call.body.name, defining_project_id: project.id, language_selection: 1 })
              .returningAll()
              .executeTakeFirstOrThrow()
            await setRoles(call, team.id, roles)
            await noteRights(call, 'team-created', team.name, { team: team.id, project: project.slug, roles })
            return teamObject(call, project, team)
          } catch (error) {
            throw duplicateName(error)
          }
        },
      }),
    },
  }),
  resource({
    path: '/projects/:project/teams/:team(\\d+)/',
    name: 'Project team',
    description: 'A project team. Not part of the Weblate API.',
    operations: {
      GET: read({
        summary: 'Get a project team',
        answer: Team,
        allow: mayManage,
        handle: async call => {
          const { project, team } = await findTeam(call)
          return teamObject(call, project, team)
        },
      }),
      PATCH: amend({
        summary: 'Rename a project team or change its roles',
        body: { name: Team.fields.name, roles: Team.fields.roles },
        answer: Team,
        allow: mayManage,
        handle: async call => {
          const { project, team } = await findTeam(call)
          await needToGrant(call, project, team)
          const { name = team.name, roles } = call.body
          if (roles !== undefined) {
            const roleIds = await grantableRoles(call, project, roles)
            const keeps = await rolesWhere(call, roleIds)
            if (!keeps.some(each => each.permissions.includes('project.permissions')))
              await needRemainingManager(call, project, { team: team.id })
            await setRoles(call, team.id, roleIds)
          }
          try {
            await call.tx.updateTable('team').set({ name }).where('id', '=', team.id).execute()
          } catch (error) {
            throw duplicateName(error)
          }
          await noteRights(call, 'team-changed', team.name, {
            team: team.id,
            project: project.slug,
            ...(name !== team.name && { name }),
            ...(roles !== undefined && { roles }),
          })
          return teamObject(call, project, { ...team, name })
        },
      }),
      DELETE: remove({
        summary: 'Delete a project team',
        allow: mayManage,
        handle: async call => {
          const { project, team } = await findTeam(call)
          await needToGrant(call, project, team)
          await needRemainingManager(call, project, { team: team.id })
          await removeTeams(call.tx, [team.id])
          await noteRights(call, 'team-deleted', team.name, { team: team.id, project: project.slug })
        },
      }),
    },
  }),
  resource({
    path: '/projects/:project/teams/:team(\\d+)/members/',
    name: 'Project team members',
    description: 'Members of a project team. Not part of the Weblate API.',
    operations: {
      POST: act({
        summary: 'Add a member to a project team',
        body: { username: text({ max: 255 }) },
        answer: Team,
        allow: mayManage,
        handle: async call => {
          const { project, team } = await findTeam(call)
          await needToGrant(call, project, team)
          const account = await memberNamed(call, call.body.username, 'username')
          await call.work(async piece => {
            const added = await piece.tx
              .insertInto('team_member')
              .values({ team_id: team.id, account_id: account.id })
              .onConflict(conflict => conflict.doNothing())
              .executeTakeFirst()
            if (added.numInsertedOrUpdatedRows === 0n)
              throw invalidField('username', 'unique', `${account.name} is already in this team.`)
            const details = { username: account.name, group: team.name }
            piece.record(ACTION.userAdded, { project_id: project.id }, { target: account.name, details })
          })
          return teamObject(call, project, team)
        },
      }),
    },
  }),
  resource({
    path: '/projects/:project/teams/:team(\\d+)/members/:member/',
    name: 'Project team member',
    description: 'A member of a project team. Not part of the Weblate API.',
    operations: {
      DELETE: remove({
        summary: 'Remove a member from a project team',
        allow: mayManage,
        handle: async call => {
          const { project, team } = await findTeam(call)
          await needToGrant(call, project, team)
          const account = await call.services.accounts.byName(call.db, call.params.member!)
          if (account === null) throw notFound()
          await needRemainingManager(call, project, { team: team.id, account: account.id })
          await call.work(async piece => {
            const of = { team_id: team.id, account_id: account.id }
            const deleted = await piece.tx
              .deleteFrom('team_member')
              .where('team_id', '=', of.team_id)
              .where('account_id', '=', of.account_id)
              .executeTakeFirst()
            if (deleted.numDeletedRows === 0n) throw notFound()
            await piece.tx
              .deleteFrom('team_admin')
              .where('team_id', '=', of.team_id)
              .where('account_id', '=', of.account_id)
              .execute()
            const details = { username: account.name, group: team.name }
            piece.record(ACTION.userRemoved, { project_id: project.id }, { target: account.name, details })
          })
        },
      }),
    },
  }),
]
