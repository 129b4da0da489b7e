import { columnsOf } from '#fields/columns.ts'
import type { Input } from '#fields/field.ts'
import { invalidField } from '#fields/problem.ts'
import { isDuplicate } from '#store/store-error.ts'
import { removeTeams } from '../../catalogue/remove-teams.ts'
import { forbidden, notFound } from '../errors.ts'
import { Group, groupBody, groupObject, type TeamRow } from '../objects/team.ts'
import { amend, create, list, read, remove, replace, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { type AnyCall, idIn, needSite, projectNamed } from './find.ts'
import { noteRights } from './note-rights.ts'

/** All teams if the caller may view them, otherwise the teams they belong to or administer. */
async function visibleTeams(call: AnyCall) {
  const permissions = await call.permissions()
  const all = permissions.onSite('group.view') || permissions.onSite('group.edit')
  const self = call.caller.account?.id ?? -1
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

/** Allows team managers and the administrators of this team. */
export async function mayEditGroup(call: AnyCall): Promise<void> {
  const { id } = await findGroup(call)
  if ((await call.permissions()).onSite('group.edit')) return
  const admin = await call.db
    .selectFrom('team_admin')
    .select('team_id')
    .where('team_id', '=', id)
    .where('account_id', '=', call.caller.account?.id ?? -1)
    .executeTakeFirst()
  if (admin === undefined) throw forbidden('Can not manage groups')
}

const duplicateName = (error: unknown) =>
  isDuplicate(error) ? invalidField('name', 'unique', 'A team with this name already exists.') : error

async function definingProject(call: AnyCall, reference: unknown): Promise<number | null> {
  return reference === undefined || reference === null || reference === ''
    ? null
    : (await projectNamed(call, reference, 'defining_project')).id
}

async function change(
  call: AnyCall,
  { defining_project, ...settings }: Partial<Input<typeof groupBody>>,
): Promise<unknown> {
  const before = await findGroup(call)
  if (defining_project !== undefined && (await definingProject(call, defining_project)) !== before.defining_project_id)
    throw invalidField('defining_project', 'invalid', 'The project of a team cannot be changed.')
  // The selections decide where the permissions of members apply, so team administrators cannot widen them.
  const widens = (['project_selection', 'language_selection'] as const).some(
    name => (settings[name] ?? before[name]) !== before[name],
  )
  if (widens && !(await call.permissions()).onSite('group.edit')) throw forbidden('Can not manage groups')
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
  description: 'Your teams, or all teams if you can manage teams.',
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
      allow: call => needSite(call, 'group.edit', 'Can not manage groups'),
      handle: async call => {
        const { defining_project, ...settings } = call.body
        try {
          const row = await call.tx
            .insertInto('team')
            .values({ ...columnsOf(settings), defining_project_id: await definingProject(call, defining_project) })
            .returningAll()
            .executeTakeFirstOrThrow()
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
        const { id, internal, name } = await findGroup(call)
        if (internal === 1) throw forbidden('Built-in teams cannot be deleted.')
        await removeTeams(call.tx, [id])
        await noteRights(call, 'team-deleted', name, { team: id })
      },
    }),
  },
})
