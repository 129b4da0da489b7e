import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '#store/tables/database.ts'
import type { Permissions } from '../catalogue/permissions.ts'
import { type AnyTables, componentsOfCategory, type Place } from './place.ts'

type Changes = SelectQueryBuilder<Database, 'translation_change', object>

/**
 * Restricts a query to changes in a place that the reader may see. Changes outside projects are public. A change belongs
 * to the project it happened in, even if its component is shared with another.
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
 * Leaves out changes of restricted components without access and, unless access to the project is already established, of
 * projects that are not visible.
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
