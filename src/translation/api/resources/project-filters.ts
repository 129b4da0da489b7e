import { help, shape } from '#fields/field.ts'
import { integer } from '#fields/kinds.ts'
import { saveSharedSearch, sharedSearches } from '../../catalogue/saved-searches.ts'
import { savedSearch } from '../../declarations/parts.ts'
import { notFound } from '../errors.ts'
import { amend, array, create, remove, resource } from '../resource.ts'
import { type AnyCall, findProject, idIn, needProject } from './find.ts'
import { explained } from './units.ts'

const SharedFilter = shape('SharedFilter', 'A saved search that everyone who sees the project can use.', {
  id: help(integer(), 'Numeric ID.'),
  ...savedSearch,
})

const mayEdit = async (call: AnyCall) => needProject(call, await findProject(call), 'project.edit')

export const projectFilters = [
  resource({
    path: '/projects/:project/filters/',
    name: 'Shared searches',
    description: 'Saved searches of a project, by name. Not part of the Weblate API.',
    operations: {
      GET: array({
        summary: 'List saved searches of a project',
        answer: SharedFilter,
        handle: async call => sharedSearches(call.db, (await findProject(call)).id),
      }),
      POST: create({
        summary: 'Save a search for everyone in the project',
        body: savedSearch,
        answer: SharedFilter,
        allow: mayEdit,
        handle: call => explained(async () => saveSharedSearch(call.tx, (await findProject(call)).id, null, call.body)),
      }),
    },
  }),
  resource({
    path: '/projects/:project/filters/:filter(\\d+)/',
    name: 'Shared search',
    description: 'A saved search of a project. Not part of the Weblate API.',
    operations: {
      PATCH: amend({
        summary: 'Change a saved search of a project',
        body: savedSearch,
        answer: SharedFilter,
        allow: mayEdit,
        handle: call =>
          explained(async () => {
            const saved = await saveSharedSearch(call.tx, (await findProject(call)).id, idIn(call, 'filter'), call.body)
            if (saved === null) throw notFound()
            return saved
          }),
      }),
      DELETE: remove({
        summary: 'Delete a saved search of a project',
        allow: mayEdit,
        handle: async call => {
          const { id } = await findProject(call)
          const deleted = await call.tx
            .deleteFrom('project_filter')
            .where('id', '=', idIn(call, 'filter'))
            .where('project_id', '=', id)
            .executeTakeFirst()
          if (deleted.numDeletedRows === 0n) throw notFound()
        },
      }),
    },
  }),
]
