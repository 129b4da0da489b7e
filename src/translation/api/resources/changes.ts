import type { SelectQueryBuilder } from 'kysely'
import { help, type Input, optional } from '#fields/field.ts'
import { dateTime, integer, list as listOf, text } from '#fields/kinds.ts'
import type { Database } from '#store/tables/database.ts'
import { visibleChanges } from '../../reports/changes-in.ts'
import { notFound } from '../errors.ts'
import { Change, changeObjects } from '../objects/change.ts'
import { list, type Operation, read, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { type AnyCall, findComponent, findProject, findTranslation, idIn } from './find.ts'

type ChangeQuery = SelectQueryBuilder<Database, 'translation_change', object>

const filters = {
  user: help(optional(text({ max: 255 })), 'Only changes by this user.'),
  action: help(optional(listOf(integer())), 'Only these actions. Can be repeated.'),
  timestamp_after: help(optional(dateTime()), 'Only changes at or after this time.'),
  timestamp_before: help(optional(dateTime()), 'Only changes at or before this time.'),
}

/** A list of changes, newest first, narrowed to a project, a component or a translation by `within`. */
const changesOf = (
  summary: string,
  within: (call: AnyCall) => Promise<(query: ChangeQuery) => ChangeQuery>,
): Operation =>
  list({
    summary,
    query: filters,
    answer: Change,
    handle: async call => {
      const narrow = await within(call)
      const query = filtered(
        narrow(call.db.selectFrom('translation_change')),
        call.query,
        await userId(call, call.query.user),
      )
      return rowsOf(query.selectAll().orderBy('timestamp', 'desc').orderBy('id', 'desc'), rows =>
        changeObjects(call, rows),
      )
    },
  })

function filtered(query: ChangeQuery, options: Input<typeof filters>, user: number | null): ChangeQuery {
  if (user !== null) query = query.where('account_id', '=', user)
  if (options.action !== undefined && options.action.length > 0) query = query.where('action', 'in', options.action)
  if (options.timestamp_after !== undefined) query = query.where('timestamp', '>=', options.timestamp_after)
  if (options.timestamp_before !== undefined) query = query.where('timestamp', '<=', options.timestamp_before)
  return query
}

/** An unknown user has made no changes. */
async function userId(call: AnyCall, name: string | undefined): Promise<number | null> {
  if (name === undefined) return null
  return (await call.services.accounts.byName(call.db, name))?.id ?? -1
}

/** Changes outside any project are public; the others require access to the project and the component. */
const visible = async (call: AnyCall): Promise<(query: ChangeQuery) => ChangeQuery> => {
  const permissions = await call.permissions()
  return query => visibleChanges(query, permissions, false)
}

/** Same as `visible`, within a project that the caller can see. */
const visibleParts = async (call: AnyCall): Promise<(query: ChangeQuery) => ChangeQuery> => {
  const permissions = await call.permissions()
  return query => visibleChanges(query, permissions, true)
}

const description = 'Changes, newest first.'

export const changeResources = [
  resource({
    path: '/changes/',
    name: 'Changes',
    description,
    operations: { GET: changesOf('List changes of all visible projects', visible) },
  }),
  resource({
    path: '/changes/:id(\\d+)/',
    name: 'Change',
    description: 'A change.',
    operations: {
      GET: read({
        summary: 'Get a change',
        answer: Change,
        handle: async call => {
          const narrow = await visible(call)
          const id = idIn(call, 'id')
          const row = await narrow(call.db.selectFrom('translation_change'))
            .selectAll()
            .where('id', '=', id)
            .executeTakeFirst()
          if (row === undefined) throw notFound()
          return (await changeObjects(call, [row]))[0]
        },
      }),
    },
  }),
  resource({
    path: '/projects/:project/changes/',
    name: 'Project changes',
    description,
    operations: {
      GET: changesOf('List changes of a project', async call => {
        const { id } = await findProject(call)
        const components = await visibleParts(call)
        return query => components(query).where('translation_change.project_id', '=', id)
      }),
    },
  }),
  resource({
    path: '/components/:project/:component/changes/',
    name: 'Component changes',
    description,
    operations: {
      GET: changesOf('List changes of a component', async call => {
        const { component } = await findComponent(call)
        return query => query.where('translation_change.component_id', '=', component.id)
      }),
    },
  }),
  resource({
    path: '/translations/:project/:component/:language/changes/',
    name: 'Translation changes',
    description,
    operations: {
      GET: changesOf('List changes of a translation', async call => {
        const { translation } = await findTranslation(call)
        return query => query.where('translation_change.translation_id', '=', translation.id)
      }),
    },
  }),
]
