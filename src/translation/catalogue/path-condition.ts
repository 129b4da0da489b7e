import { SearchError } from './search-query.ts'
import type { Condition, Units } from './term-conditions.ts'

const MAX_SEGMENTS = 7

/** Strings inside a project, category, component or translation: `project/category/component/language`. */
export function inPath(eb: Units, value: string): Condition {
  const [project = '', ...inside] = value.replace(/^\/+|\/+$/g, '').split('/')
  if (project === '' || inside.length > MAX_SEGMENTS || inside.includes(''))
    throw new SearchError(
      `"${value}" is not a valid path. Use a path like project, project/component or project/component/de.`,
    )
  const translations = eb
    .selectFrom('translation')
    .innerJoin('project', 'project.id', 'translation.project_id')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .innerJoin('translation_language', 'translation_language.id', 'translation.language_id')
    .select('translation.id')
    .where('project.slug', '=', project)
  if (inside.length === 0) return eb('unit.translation_id', 'in', translations)
  const path = inside.join('/')
  return eb(
    'unit.translation_id',
    'in',
    translations.where(at =>
      at.or([
        at('component.path', '=', path),
        // A category. The next character after "/" ends the range.
        at.and([at('component.path', '>=', `${path}/`), at('component.path', '<', `${path}0`)]),
        at.and([
          at('component.path', '=', inside.slice(0, -1).join('/')),
          at('translation_language.code', '=', inside.at(-1)!),
        ]),
      ]),
    ),
  )
}
