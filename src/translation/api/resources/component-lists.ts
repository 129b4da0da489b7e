import type { Selectable } from 'kysely'
import { columnsOf } from '#fields/columns.ts'
import { optional, readOnly, shape } from '#fields/field.ts'
import { boolean, integer, list as listOf, nested, slug, text, webAddress } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { isDuplicate } from '#store/store-error.ts'
import type { Database } from '#store/tables/database.ts'
import { componentParts } from '../../catalogue/components.ts'
import { notFound } from '../errors.ts'
import { Component, componentObject, componentSegment } from '../objects/component.ts'
import { act, amend, create, list, read, remove, replace, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { type AnyCall, needSite } from './find.ts'

const Match = shape('ComponentListMatch', 'A rule for adding components to a list automatically.', {
  project_match: text({ max: 200 }),
  component_match: text({ max: 200 }),
})

const ComponentList = shape('ComponentList', 'A list of components from any projects.', {
  name: text({ max: 100 }),
  slug: slug(100),
  id: readOnly(integer()),
  show_dashboard: optional(boolean(), true),
  components: readOnly(listOf(webAddress())),
  auto_assign: readOnly(listOf(nested(Match))),
  url: readOnly(webAddress()),
})

type ListRow = Selectable<Database['component_list']>

const mayEdit = (call: AnyCall) => needSite(call, 'componentlist.edit', 'Can not manage component lists')

/** All lists for their managers, otherwise those with components that the caller can see. */
async function visible(call: AnyCall) {
  const permissions = await call.permissions()
  const lists = call.db.selectFrom('component_list').selectAll()
  if (permissions.onSite('componentlist.edit')) return lists
  return lists.where('component_list.id', 'in', eb =>
    eb
      .selectFrom('component_list_member')
      .innerJoin('component', 'component.id', 'component_list_member.component_id')
      .innerJoin('project', 'project.id', 'component.project_id')
      .select('component_list_member.component_list_id')
      .where(at => permissions.visibleProjects(at))
      .where(at => permissions.visibleComponents(at)),
  )
}

async function members(call: AnyCall, row: ListRow) {
  const permissions = await call.permissions()
  return call.db
    .selectFrom('component')
    .innerJoin('project', 'project.id', 'component.project_id')
    .innerJoin('component_list_member', 'component_list_member.component_id', 'component.id')
    .where('component_list_id', '=', row.id)
    .where(eb => permissions.visibleProjects(eb))
    .where(eb => permissions.visibleComponents(eb))
}

async function listObject(call: AnyCall, row: ListRow): Promise<unknown> {
  const components = await (await members(call, row))
    .select(['project.slug', 'component.path'])
    .orderBy('component.id')
    .execute()
  const matches = await call.db
    .selectFrom('component_list_match')
    .select(['project_match', 'component_match'])
    .where('component_list_id', '=', row.id)
    .orderBy('id')
    .execute()
  return {
    name: row.name,
    slug: row.slug,
    id: row.id,
    show_dashboard: row.show_dashboard === 1,
    components: components.map(each => call.addresses.api('components', each.slug, componentSegment(each.path))),
    auto_assign: matches,
    url: call.addresses.api('component-lists', row.slug),
  }
}

async function find(call: AnyCall): Promise<ListRow> {
  const row = await (await visible(call)).where('slug', '=', call.params.list!).executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

const duplicate = (error: unknown) =>
  isDuplicate(error) ? invalidField('slug', 'unique', 'A component list with this name or slug already exists.') : error

async function change(
  call: AnyCall,
  settings: { name?: string; slug?: string; show_dashboard?: boolean },
): Promise<unknown> {
  const before = await find(call)
  const set = columnsOf(settings as Record<string, unknown>) as Partial<ListRow>
  try {
    if (Object.keys(set).length > 0)
      await call.tx.updateTable('component_list').set(set).where('id', '=', before.id).execute()
  } catch (error) {
    throw duplicate(error)
  }
  return listObject(call, { ...before, ...set })
}

export const componentListResources = [
  resource({
    path: '/component-lists/',
    name: 'Component lists',
    description: 'Lists of components.',
    operations: {
      GET: list({
        summary: 'List component lists',
        answer: ComponentList,
        handle: async call =>
          rowsOf((await visible(call)).orderBy('component_list.id'), rows =>
            Promise.all(rows.map(row => listObject(call, row))),
          ),
      }),
      POST: create({
        summary: 'Create a component list',
        body: ComponentList.fields,
        answer: ComponentList,
        allow: mayEdit,
        handle: async call => {
          try {
            const row = await call.tx
              .insertInto('component_list')
              .values(columnsOf(call.body))
              .returningAll()
              .executeTakeFirstOrThrow()
            return listObject(call, row)
          } catch (error) {
            throw duplicate(error)
          }
        },
      }),
    },
  }),
  resource({
    path: '/component-lists/:list/',
    name: 'Component list',
    description: 'A list of components.',
    operations: {
      GET: read({
        summary: 'Get a component list',
        answer: ComponentList,
        handle: async call => listObject(call, await find(call)),
      }),
      PUT: replace({
        summary: 'Replace a component list',
        body: ComponentList.fields,
        answer: ComponentList,
        allow: mayEdit,
        handle: call => change(call, call.body),
      }),
      PATCH: amend({
        summary: 'Update a component list',
        body: ComponentList.fields,
        answer: ComponentList,
        allow: mayEdit,
        handle: call => change(call, call.body),
      }),
      DELETE: remove({
        summary: 'Delete a component list',
        allow: mayEdit,
        handle: async call => {
          const { id } = await find(call)
          const { tx } = call
          for (const table of ['component_list_member', 'component_list_match', 'team_component_list'] as const)
            await tx.deleteFrom(table).where('component_list_id', '=', id).execute()
          await tx.deleteFrom('component_list').where('id', '=', id).execute()
        },
      }),
    },
  }),
  resource({
    path: '/component-lists/:list/components/',
    name: 'Component list members',
    description: 'The components in a list.',
    operations: {
      GET: list({
        summary: 'List components in a list',
        answer: Component,
        handle: async call => {
          const query = (await members(call, await find(call))).selectAll('component').orderBy('component.id')
          const viewer = await call.viewer()
          return rowsOf(query, async rows =>
            (await componentParts(call.db, rows)).map(parts => componentObject(parts, viewer)),
          )
        },
      }),
      POST: act({
        summary: 'Add a component to a list',
        body: { component_id: integer() },
        answer: ComponentList,
        allow: mayEdit,
        handle: async call => {
          const row = await find(call)
          const { component_id } = call.body
          const component = await call.db
            .selectFrom('component')
            .select('id')
            .where('id', '=', component_id)
            .executeTakeFirst()
          if (component === undefined)
            throw invalidField('component_id', 'does_not_exist', 'This component does not exist.')
          await call.tx
            .insertInto('component_list_member')
            .values({ component_list_id: row.id, component_id })
            .onConflict(conflict => conflict.doNothing())
            .execute()
          return listObject(call, row)
        },
      }),
    },
  }),
  resource({
    path: '/component-lists/:list/components/:slug/',
    name: 'Component list member',
    description: 'A component in a list.',
    operations: {
      DELETE: remove({
        summary: 'Remove a component from a list',
        allow: mayEdit,
        handle: async call => {
          const row = await find(call)
          const member = await (await members(call, row))
            .select('component.id')
            .where('component.slug', '=', call.params.slug!)
            .executeTakeFirst()
          if (member === undefined) throw notFound()
          await call.tx
            .deleteFrom('component_list_member')
            .where('component_list_id', '=', row.id)
            .where('component_id', '=', member.id)
            .execute()
        },
      }),
    },
  }),
]
