import { columnsOf } from '#fields/columns.ts'
import type { Input } from '#fields/field.ts'
import { invalid, invalidField } from '#fields/problem.ts'
import { isDuplicate } from '#store/store-error.ts'
import type { ProjectRow } from '../../catalogue/components.ts'
import { GUESTS, PROJECT_SELECTION, VIEWERS } from '../../catalogue/permission-names.ts'
import { removeTeams } from '../../catalogue/remove-teams.ts'
import { forbidden, notFound } from '../errors.ts'
import { Group, groupBody, groupObject, type TeamRow } from '../objects/team.ts'
import { amend, create, list, read, remove, replace, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { type AnyCall, idIn, needSite, projectNamed } from './find.ts'
import { noteRights } from './note-rights.ts'
import { needRemainingManager, needToGrant } from './team-grants.ts'

/** The projects whose teams the caller can manage. */
async function managedProjects(call: AnyCall): Promise<number[]> {
  const permissions = await call.permissions()
  if (!permissions.anywhere('project.permissions')) return []
  const rows = await call.db
    .selectFrom('project')
    .select(['id', 'access_control'])
    .where('id', 'in', eb =>
      eb.selectFrom('team').select('defining_project_id').where('defining_project_id', 'is not', null),
    )
    .execute()
  return rows.filter(row => permissions.inProject(row, 'project.permissions')).map(row => row.id)
}

/**
 * All teams if the caller may view them, otherwise the teams they belong to or administer, and those of projects whose
 * permissions they manage.
 */
async function visibleTeams(call: AnyCall) {
  const permissions = await call.permissions()
  const all = permissions.onSite('group.view') || permissions.onSite('group.edit')
  const self = call.caller.account?.id ?? -1
  const managed = all ? [] : await managedProjects(call)
  return call.db
    .selectFrom('team')
    .selectAll()
    .$if(!all, query =>
      query.where(eb =>
        eb.or([
          eb(
            'team.id',
            'in',
            eb.selectFrom('team_member').select('team_member.team_id').where('team_member.account_id', '=', self),
          ),
          eb('team.defining_project_id', 'in', [-1, ...managed]),
          // Visitors have no membership rows.
          eb.and([
            eb.lit(call.caller.account === null),
            eb('team.internal', '=', 1),
            eb('team.defining_project_id', 'is', null),
            eb('team.name', 'in', [GUESTS, VIEWERS]),
          ]),
          eb(
            'team.id',
            'in',
            eb.selectFrom('team_admin').select('team_admin.team_id').where('team_admin.account_id', '=', self),
          ),
        ]),
      ),
    )
}

export async function findGroup(call: AnyCall): Promise<TeamRow> {
  const id = idIn(call, 'group')
  const row = await (await visibleTeams(call)).where('team.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

/** Allows team managers, the administrators of this team, and managers of its project who could grant its permissions. */
export async function mayEditGroup(call: AnyCall): Promise<void> {
  const team = await findGroup(call)
  if ((await call.permissions()).onSite('group.edit')) return
  const admin = await call.db
    .selectFrom('team_admin')
    .select('team_id')
    .where('team_id', '=', team.id)
    .where('account_id', '=', call.caller.account?.id ?? -1)
    .executeTakeFirst()
  if (admin !== undefined) return
  const project = await managedProjectOf(call, team)
  if (project === null) throw forbidden('Can not manage groups')
  await needToGrant(call, project, team)
}

/** The project of a team, if the caller can manage its permissions; otherwise null. */
export async function managedProjectOf(call: AnyCall, team: TeamRow): Promise<ProjectRow | null> {
  const project = await projectOf(call, team)
  return project !== null && (await call.permissions()).inProject(project, 'project.permissions') ? project : null
}

/** The project that a team belongs to; null for teams of the site. */
export async function projectOf(call: AnyCall, { defining_project_id }: TeamRow): Promise<ProjectRow | null> {
  if (defining_project_id === null) return null
  const row = await call.db.selectFrom('project').selectAll().where('id', '=', defining_project_id).executeTakeFirst()
  return row ?? null
}

const duplicateName = (error: unknown) =>
  isDuplicate(error) ? invalidField('name', 'unique', 'A team with this name already exists.') : error

async function definingProject(call: AnyCall, reference: unknown): Promise<ProjectRow | null> {
  return reference === undefined || reference === null || reference === ''
    ? null
    : projectNamed(call, reference, 'defining_project')
}

/** The project of a new team. Without permission to manage teams, it must be one whose permissions the caller manages. */
async function projectOfNew(call: AnyCall, reference: unknown): Promise<ProjectRow | null> {
  const permissions = await call.permissions()
  if (permissions.onSite('group.edit')) return definingProject(call, reference)
  const project = await definingProject(call, reference).catch(() => null)
  if (project === null || !permissions.inProject(project, 'project.permissions'))
    await needSite(call, 'group.edit', 'Can not manage groups')
  return project
}

/** Visitors have no second factor, and everyone belongs to Users. */
const isFactorChanged = ({ enforced_2fa }: { enforced_2fa?: boolean | undefined }, before: TeamRow): boolean =>
  enforced_2fa !== undefined && Number(enforced_2fa) !== before.enforced_2fa

const nameIfChanged = ({ name }: { name?: string | undefined }, before: TeamRow): 'name'[] =>
  name === undefined || name === before.name ? [] : ['name']

async function change(
  call: AnyCall,
  { defining_project, ...settings }: Partial<Input<typeof groupBody>>,
): Promise<unknown> {
  const before = await findGroup(call)
  if (
    defining_project !== undefined &&
    ((await definingProject(call, defining_project))?.id ?? null) !== before.defining_project_id
  )
    throw invalidField('defining_project', 'invalid', 'The project of a team cannot be changed.')
  const { project_selection = before.project_selection } = settings
  if (before.defining_project_id !== null && project_selection !== before.project_selection)
    throw invalidField('project_selection', 'invalid', 'A team of a project applies to that project.')
  // The selections decide where the permissions of members apply, so team administrators cannot widen them.
  const widened = (['project_selection', 'language_selection'] as const).filter(
    name => (settings[name] ?? before[name]) !== before[name],
  )
  // Everyone belongs to some built-in teams, and the code refers to them by name.
  const factor = isFactorChanged(settings, before) ? ['enforced_2fa'] : []
  const fixed = before.internal === 0 ? [] : [...widened, ...nameIfChanged(settings, before), ...factor]
  if (fixed.length > 0)
    throw invalid(
      ...fixed.map(attr => ({ code: 'invalid', detail: 'This cannot be changed in a built-in team.', attr })),
    )
  if (
    widened.length > 0 &&
    !(await call.permissions()).onSite('group.edit') &&
    (await managedProjectOf(call, before)) === null
  )
    throw forbidden('Can not manage groups')
  const set = columnsOf(settings)
  try {
    if (Object.keys(set).length > 0) await call.tx.updateTable('team').set(set).where('id', '=', before.id).execute()
  } catch (error) {
    throw duplicateName(error)
  }
  if (Object.keys(set).length > 0) await noteRights(call, 'team-changed', before.name, { team: before.id, set })
  return groupObject(call, { ...before, ...set } as TeamRow)
}

export const groups = resource({
  path: '/groups/',
  name: 'Groups',
  description: 'Your teams and those of projects that you manage, or all teams if you can manage teams.',
  operations: {
    GET: list({
      summary: 'List teams',
      answer: Group,
      handle: async call =>
        rowsOf((await visibleTeams(call)).orderBy('team.id'), rows =>
          Promise.all(rows.map(row => groupObject(call, row))),
        ),
    }),
    POST: create({
      summary: 'Create a team',
      body: groupBody,
      answer: Group,
      allow: async call => {
        if (!(await call.permissions()).anywhere('project.permissions'))
          await needSite(call, 'group.edit', 'Can not manage groups')
      },
      handle: async call => {
        const { defining_project, ...settings } = call.body
        const project = await projectOfNew(call, defining_project)
        const scope = project && { defining_project_id: project.id, project_selection: PROJECT_SELECTION.asDefined }
        try {
          const row = await call.tx
            .insertInto('team')
            .values({ ...columnsOf(settings), ...scope })
            .returningAll()
            .executeTakeFirstOrThrow()
          if (project !== null)
            await call.tx.insertInto('team_project').values({ team_id: row.id, project_id: project.id }).execute()
          await noteRights(call, 'team-created', row.name, { team: row.id })
          return groupObject(call, row)
        } catch (error) {
          throw duplicateName(error)
        }
      },
    }),
  },
})

export const group = resource({
  path: '/groups/:group(\\d+)/',
  name: 'Group',
  description: 'A team.',
  operations: {
    GET: read({
      summary: 'Get a team',
      answer: Group,
      handle: async call => groupObject(call, await findGroup(call)),
    }),
    PUT: replace({
      summary: 'Replace a team',
      body: groupBody,
      answer: Group,
      allow: mayEditGroup,
      handle: call => change(call, call.body),
    }),
    PATCH: amend({
      summary: 'Update a team',
      body: groupBody,
      answer: Group,
      allow: mayEditGroup,
      handle: call => change(call, call.body),
    }),
    DELETE: remove({
      summary: 'Delete a team',
      allow: mayEditGroup,
      handle: async call => {
        const team = await findGroup(call)
        const { id, internal, name } = team
        if (internal === 1) throw forbidden('Built-in teams cannot be deleted.')
        const project = await projectOf(call, team)
        if (project !== null) await needRemainingManager(call, project, { team: id })
        await removeTeams(call.tx, [id])
        await noteRights(call, 'team-deleted', name, { team: id })
      },
    }),
  },
})
