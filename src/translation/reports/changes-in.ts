import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '#store/tables/database.ts'
import type { Permissions } from '../catalogue/permissions.ts'
import { type AnyTables, componentsOfCategory, type Place } from './place.ts'

type Changes = SelectQueryBuilder<Database, 'translation_change', object>

/**
 * Narrows a query over changes to those in a place that whoever looks may see. Changes outside any project are everybody's.
 * A change stays with the project it happened in, also where its component is shared into another.
 */
export function changesIn(query: Changes, permissions: Permissions, place: Place): Changes {
  const { project, category, component, language, translation } = place
  if (translation) return query.where('translation_change.translation_id', '=', translation.id)
  if (language) query = query.where('translation_change.language_id', '=', language.id)
  if (component) return query.where('translation_change.component_id', '=', component.id)
  if (category)
    query = query.where(eb =>
      eb('translation_change.component_id', 'in', componentsOfCategory(eb as unknown as AnyTables, category)),
    )
  else if (project) query = query.where('translation_change.project_id', '=', project.id)
  return visibleChanges(query, permissions, project !== undefined)
}

/**
 * Leaves out changes of restricted components that somebody is not let into and, unless it is settled that they see the
 * project, of projects that they do not see.
 */
export function visibleChanges(query: Changes, permissions: Permissions, projectIsSeen: boolean): Changes {
  if (permissions.superuser) return query
  const components = query.where(eb =>
    eb.or([
      eb('translation_change.component_id', 'is', null),
      eb(
        'translation_change.component_id',
        'not in',
        eb
          .selectFrom('component')
          .select('component.id')
          .where('component.restricted', '=', 1)
          .where(inner => inner.not(permissions.visibleComponents(inner))),
      ),
    ]),
  )
  if (projectIsSeen) return components
  return components.where(eb =>
    eb.or([
      eb('translation_change.project_id', 'is', null),
      eb(
        'translation_change.project_id',
        'in',
        eb
          .selectFrom('project')
          .select('project.id')
          .where(inner => permissions.visibleProjects(inner)),
      ),
    ]),
  )
}
