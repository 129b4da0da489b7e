import { invalidField } from '#fields/problem.ts'
import { isDuplicate } from '#store/store-error.ts'
import { labelSettings } from '../../declarations/parts.ts'
import { notFound } from '../errors.ts'
import { Label } from '../objects/unit.ts'
import { create, list, remove, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { type AnyCall, findProject, idIn, needProject } from './find.ts'

const mayEdit = async (call: AnyCall) => needProject(call, await findProject(call), 'project.edit')

export const labelResources = [
  resource({
    path: '/projects/:project/labels/',
    name: 'Labels',
    description: 'Labels for the source strings of a project.',
    operations: {
      GET: list({
        summary: 'List labels of a project',
        answer: Label,
        handle: async call => {
          const { id } = await findProject(call)
          const query = call.db
            .selectFrom('label')
            .select(['id', 'name', 'description', 'color'])
            .where('project_id', '=', id)
            .orderBy('id')
          return rowsOf(query, rows => rows)
        },
      }),
      POST: create({
        summary: 'Create a label',
        body: labelSettings,
        answer: Label,
        allow: mayEdit,
        handle: async call => {
          const { id: project_id } = await findProject(call)
          try {
            return await call.tx
              .insertInto('label')
              .values({ project_id, ...call.body })
              .returning(['id', 'name', 'description', 'color'])
              .executeTakeFirstOrThrow()
          } catch (error) {
            throw isDuplicate(error) ? invalidField('name', 'unique', 'A label with this name already exists.') : error
          }
        },
      }),
    },
  }),
  resource({
    path: '/projects/:project/labels/:label(\\d+)/',
    name: 'Label',
    description: 'A label.',
    operations: {
      DELETE: remove({
        summary: 'Delete a label',
        allow: mayEdit,
        handle: async call => {
          const { id } = await findProject(call)
          const label = idIn(call, 'label')
          const { tx } = call
          const deleted = await tx
            .deleteFrom('label')
            .where('id', '=', label)
            .where('project_id', '=', id)
            .executeTakeFirst()
          if (deleted.numDeletedRows === 0n) throw notFound()
          await tx.deleteFrom('unit_label').where('label_id', '=', label).execute()
        },
      }),
    },
  }),
]
