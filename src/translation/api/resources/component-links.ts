import { help, nullable, optional, shape } from '#fields/field.ts'
import { integer, nested, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { projectBySlug } from '../../catalogue/components.ts'
import { shareComponent, stopSharing } from '../../catalogue/move-component.ts'
import { notFound } from '../errors.ts'
import { Component, componentObject } from '../objects/component.ts'
import { Project, projectObject } from '../objects/project.ts'
import { create, list, remove, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { categoryOf } from './components.ts'
import { type AnyCall, findComponent, needComponent } from './find.ts'

const mayEdit = (call: AnyCall) => needComponent(call, 'component.edit')

export const componentLinks = [
  resource({
    path: '/components/:project/:component/links/',
    name: 'Component links',
    description: 'Other projects a component is shared with.',
    operations: {
      GET: list({
        summary: 'List projects a component is shared with',
        answer: Project,
        handle: async call => {
          const place = await findComponent(call)
          const permissions = await call.permissions()
          const sharesIt = permissions.inPlace(place, 'component.edit')
          const query = call.db
            .selectFrom('project')
            .innerJoin('component_link', 'component_link.project_id', 'project.id')
            .selectAll('project')
            .where('component_link.component_id', '=', place.component.id)
            .where(eb => (sharesIt ? eb.lit(true) : permissions.visibleProjects(eb)))
            .orderBy('project.id')
          return rowsOf(query, rows => rows.map(row => projectObject(row, call.addresses)))
        },
      }),
      POST: create({
        summary: 'Share a component with another project',
        body: {
          project_slug: text({ max: 60 }),
          category_id: help(
            optional(nullable(integer({ min: 1 }))),
            'ID of a category of the other project, which then shows the component.',
          ),
        },
        answer: shape('LinkedComponent', 'The shared component.', { data: nested(Component) }),
        allow: mayEdit,
        handle: async call => {
          const place = await findComponent(call)
          const project = await projectBySlug(call.db, call.body.project_slug)
          if (project === null || !(await call.permissions()).sees(project))
            throw invalidField('project_slug', 'does_not_exist', 'This project does not exist.')
          if (!(await call.permissions()).inProject(project, 'project.edit'))
            throw invalidField('project_slug', 'invalid', 'You need permission to edit the other project.')
          if (project.id === place.project.id)
            throw invalidField('project_slug', 'invalid', 'The component already belongs to this project.')
          const category = await categoryOf(call, project.id, call.body.category_id, 'category_id')
          const isNew = await call.work(piece => shareComponent(piece, place.component, project, category?.id ?? null))
          if (!isNew) throw invalidField('project_slug', 'unique', 'The component is already shared with this project.')
          return { data: componentObject(place, await call.viewer()) }
        },
      }),
    },
  }),
  resource({
    path: '/components/:project/:component/links/:other/',
    name: 'Component link',
    description: 'A project a component is shared with.',
    operations: {
      DELETE: remove({
        summary: 'Stop sharing a component',
        allow: mayEdit,
        handle: async call => {
          const { component } = await findComponent(call)
          const project = await projectBySlug(call.db, call.params.other!)
          if (project === null) throw notFound()
          await call.work(piece => stopSharing(piece, component, project))
        },
      }),
    },
  }),
]
