import type { Field } from '#fields/field.ts'
import { integer, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import type { Writer } from '#store/store.ts'
import type { ProjectRow } from '../../catalogue/components.ts'
import { languageByCode } from '../../catalogue/languages.ts'
import { forbidden, notFound } from '../errors.ts'
import { Group, groupObject, type TeamRow } from '../objects/team.ts'
import { act, create, type Resource, remove, resource } from '../resource.ts'
import type { AnyCall } from './find.ts'
import { findGroup, managedProjectOf, mayEditGroup, projectOf } from './groups.ts'
import { noteRights } from './note-rights.ts'
import { canGrant, isSiteRole, rolesWhere } from './team-grants.ts'

type LinkTable =
  | 'team_role'
  | 'team_language'
  | 'team_project'
  | 'team_component'
  | 'team_component_list'
  | 'team_admin'

interface Part {
  /** Last segment of the path. */
  path: string
  what: string
  field: string
  kind: Field<number> | Field<string>
  table: LinkTable
  column: string
  /** Returns the ID of the named object, or null if it does not exist. */
  find: (call: AnyCall, reference: string | number) => Promise<number | null>
  /** Only for callers who can manage all teams or those of its project, because these parts decide its permissions. */
  managersOnly?: boolean
  /** Teams of a project cannot have these parts: they apply to that project. */
  siteTeamsOnly?: boolean
  /** Why a team, perhaps of a project, cannot have an existing part; null if it can. */
  refusal?: (call: AnyCall, id: number, project: ProjectRow | null) => Promise<string | null>
}

const exists =
  (table: 'role' | 'project' | 'component' | 'component_list' | 'account') =>
  async (call: AnyCall, reference: string | number): Promise<number | null> => {
    const id = Number(reference)
    if (!Number.isSafeInteger(id)) return null
    const row = await call.db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
    return row?.id ?? null
  }

const parts: Part[] = [
  {
    path: 'roles',
    what: 'role',
    field: 'role_id',
    kind: integer(),
    table: 'team_role',
    column: 'role_id',
    find: exists('role'),
    managersOnly: true,
    refusal: async (call, id, project) => {
      if (project === null) return null
      const [role] = await rolesWhere(call, [id])
      return role === undefined || isSiteRole(role) || !(await canGrant(call, project, role))
        ? 'This role cannot be assigned to this team.'
        : null
    },
  },
  {
    path: 'languages',
    what: 'language',
    field: 'language_code',
    kind: text({ max: 50 }),
    table: 'team_language',
    column: 'language_id',
    find: async (call, reference) => (await languageByCode(call.db, String(reference)))?.id ?? null,
    managersOnly: true,
  },
  {
    path: 'projects',
    what: 'project',
    field: 'project_id',
    kind: integer(),
    table: 'team_project',
    column: 'project_id',
    find: exists('project'),
    managersOnly: true,
    siteTeamsOnly: true,
  },
  {
    path: 'components',
    what: 'component',
    field: 'component_id',
    kind: integer(),
    table: 'team_component',
    column: 'component_id',
    find: exists('component'),
    managersOnly: true,
    refusal: async (call, id, project) => {
      if (project === null) return null
      const row = await call.db.selectFrom('component').selectAll().where('id', '=', id).executeTakeFirst()
      return row?.project_id === project.id && (await call.permissions()).seesComponent(project, row)
        ? null
        : 'This component does not exist in the project of the team.'
    },
  },
  {
    path: 'componentlists',
    what: 'component list',
    field: 'component_list_id',
    kind: integer(),
    table: 'team_component_list',
    column: 'component_list_id',
    find: exists('component_list'),
    managersOnly: true,
    siteTeamsOnly: true,
  },
  {
    path: 'admins',
    what: 'administrator',
    field: 'user_id',
    kind: integer(),
    table: 'team_admin',
    column: 'account_id',
    find: exists('account'),
    refusal: async (call, id) => {
      const account = await call.services.accounts.byId(call.db, id)
      return account?.isActive && !account.isBot ? null : 'Bots and inactive accounts cannot administer a team.'
    },
  },
]

async function allow(call: AnyCall, part: Part): Promise<void> {
  await mayEditGroup(call)
  if (!part.managersOnly || (await call.permissions()).onSite('group.edit')) return
  if ((await managedProjectOf(call, await findGroup(call))) === null) throw forbidden('Can not manage groups')
}

/** Teams of a project apply to that project only. */
function needFittingTeam({ field, what, siteTeamsOnly }: Part, { defining_project_id }: TeamRow): void {
  if (siteTeamsOnly && defining_project_id !== null)
    throw invalidField(field, 'invalid', `A team of a project applies to that project. It has no ${what}s.`)
}

/** The link tables differ only in their second column. */
const link = async (tx: Writer, part: Part, team: number, id: number): Promise<void> => {
  const row = { team_id: team, [part.column]: id }
  await tx
    .insertInto(part.table)
    .values(row as never)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

const unlink = async (tx: Writer, part: Part, team: number, id: number): Promise<void> => {
  await tx
    .deleteFrom(part.table)
    .where('team_id', '=', team)
    .where(part.column as never, '=', id as never)
    .execute()
}

const withArticle = (what: string): string => `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}`
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const groupPart = (part: Part): Resource[] => [
  resource({
    path: `/groups/:group(\\d+)/${part.path}/`,
    name: `Group ${part.path}`,
    description: `The ${part.what}s of a team.`,
    operations: {
      POST: create({
        summary: `Add ${withArticle(part.what)} to a team`,
        status: 200,
        body: { [part.field]: part.kind },
        answer: Group,
        allow: call => allow(call, part),
        handle: async call => {
          const team = await findGroup(call)
          needFittingTeam(part, team)
          const id = await part.find(call, (call.body as Record<string, string | number>)[part.field]!)
          if (id === null) throw invalidField(part.field, 'does_not_exist', `This ${part.what} does not exist.`)
          const refusal = await part.refusal?.(call, id, await projectOf(call, team))
          if (refusal) throw invalidField(part.field, 'invalid', refusal)
          await link(call.tx, part, team.id, id)
          await notePart(call, part, team, 'added', id)
          return groupObject(call, team)
        },
      }),
    },
  }),
  resource({
    path: `/groups/:group(\\d+)/${part.path}/:part/`,
    name: `Group ${part.what}`,
    description: `${capitalized(withArticle(part.what))} of a team.`,
    operations: {
      DELETE:
        part.path === 'admins'
          ? act({
              summary: 'Remove an administrator from a team',
              answer: Group,
              allow: call => allow(call, part),
              handle: async call => {
                const team = await removePart(call, part)
                return groupObject(call, team)
              },
            })
          : remove({
              summary: `Remove ${withArticle(part.what)} from a team`,
              allow: call => allow(call, part),
              handle: async call => {
                await removePart(call, part)
              },
            }),
    },
  }),
]

async function removePart(call: AnyCall, part: Part) {
  const team = await findGroup(call)
  needFittingTeam(part, team)
  const id = await part.find(call, call.params.part!)
  if (id === null && part.path === 'admins')
    throw invalidField(part.field, 'does_not_exist', `This ${part.what} does not exist.`)
  if (id === null) throw notFound()
  await unlink(call.tx, part, team.id, id)
  await notePart(call, part, team, 'removed', id)
  return team
}

const notePart = (
  call: AnyCall,
  { what }: Part,
  team: { readonly id: number; readonly name: string },
  change: 'added' | 'removed',
  id: number,
): Promise<void> => noteRights(call, 'team-changed', team.name, { team: team.id, [change]: { [what]: id } })

export const groupParts: readonly Resource[] = parts.flatMap(groupPart)
