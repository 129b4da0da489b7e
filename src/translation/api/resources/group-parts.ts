import type { Field } from '#fields/field.ts'
import { integer, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import type { Writer } from '#store/store.ts'
import { languageByCode } from '../../catalogue/languages.ts'
import { forbidden, notFound } from '../errors.ts'
import { Group, groupObject } from '../objects/team.ts'
import { act, create, type Resource, remove, resource } from '../resource.ts'
import type { AnyCall } from './find.ts'
import { findGroup, mayEditGroup } from './groups.ts'

type LinkTable =
  | 'team_role'
  | 'team_language'
  | 'team_project'
  | 'team_component'
  | 'team_component_list'
  | 'team_admin'

interface Part {
  /** Last word of the path. */
  path: string
  what: string
  field: string
  kind: Field<number> | Field<string>
  table: LinkTable
  column: string
  /** The id of what is named, or null when there is no such thing. */
  find: (call: AnyCall, given: string | number) => Promise<number | null>
  /** Only those who manage all teams: these decide what a team may do. */
  siteOnly?: boolean
}

const exists =
  (table: 'role' | 'project' | 'component' | 'component_list' | 'account') =>
  async (call: AnyCall, given: string | number): Promise<number | null> => {
    const id = Number(given)
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
    siteOnly: true,
  },
  {
    path: 'languages',
    what: 'language',
    field: 'language_code',
    kind: text({ max: 50 }),
    table: 'team_language',
    column: 'language_id',
    find: async (call, given) => (await languageByCode(call.db, String(given)))?.id ?? null,
    siteOnly: true,
  },
  {
    path: 'projects',
    what: 'project',
    field: 'project_id',
    kind: integer(),
    table: 'team_project',
    column: 'project_id',
    find: exists('project'),
    siteOnly: true,
  },
  {
    path: 'components',
    what: 'component',
    field: 'component_id',
    kind: integer(),
    table: 'team_component',
    column: 'component_id',
    find: exists('component'),
    siteOnly: true,
  },
  {
    path: 'componentlists',
    what: 'component list',
    field: 'component_list_id',
    kind: integer(),
    table: 'team_component_list',
    column: 'component_list_id',
    find: exists('component_list'),
    siteOnly: true,
  },
  {
    path: 'admins',
    what: 'administrator',
    field: 'user_id',
    kind: integer(),
    table: 'team_admin',
    column: 'account_id',
    find: exists('account'),
  },
]

async function allow(call: AnyCall, part: Part): Promise<void> {
  await mayEditGroup(call)
  if (part.siteOnly && !(await call.permissions()).onSite('group.edit')) throw forbidden('Can not manage groups')
}

/** The tables differ only in the name of their second column. */
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

const groupPart = (part: Part): Resource[] => [
  resource({
    path: `/groups/:group(\\d+)/${part.path}/`,
    name: `Group ${part.path}`,
    description: `What belongs to a team: each ${part.what}.`,
    operations: {
      POST: create({
        summary: `Add a ${part.what}`,
        status: 200,
        body: { [part.field]: part.kind },
        answer: Group,
        allow: call => allow(call, part),
        handle: async call => {
          const team = await findGroup(call)
          const id = await part.find(call, (call.body as Record<string, string | number>)[part.field]!)
          if (id === null) throw invalidField(part.field, 'does_not_exist', `There is no such ${part.what}.`)
          await link(call.tx, part, team.id, id)
          return groupObject(call, team)
        },
      }),
    },
  }),
  resource({
    path: `/groups/:group(\\d+)/${part.path}/:part/`,
    name: `Group ${part.what}`,
    description: `One ${part.what} of a team.`,
    operations: {
      DELETE:
        part.path === 'admins'
          ? act({
              summary: 'Take an administrator away',
              answer: Group,
              allow: call => allow(call, part),
              handle: async call => {
                const team = await drop(call, part)
                return groupObject(call, team)
              },
            })
          : remove({
              summary: `Take a ${part.what} away`,
              allow: call => allow(call, part),
              handle: async call => {
                await drop(call, part)
              },
            }),
    },
  }),
]

async function drop(call: AnyCall, part: Part) {
  const team = await findGroup(call)
  const id = await part.find(call, call.params.part!)
  if (id === null) throw notFound()
  await unlink(call.tx, part, team.id, id)
  return team
}

export const groupParts: readonly Resource[] = parts.flatMap(groupPart)
