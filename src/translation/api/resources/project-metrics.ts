import type { Totals } from '../../statistics/statistics.ts'
import { mapShape } from '../fields/field.ts'
import { mapOf, nested } from '../fields/kinds.ts'
import { Numbers, statisticsNumbers } from '../objects/statistics.ts'
import { read, resource } from '../resource.ts'
import { findProject } from './find.ts'

const ProjectMetrics = mapShape(
  'ProjectMetrics',
  'For each component, for each of its languages: the numbers.',
  mapOf(nested(Numbers)),
)

export const projectMetrics = resource({
  path: '/projects/:project/metrics/',
  name: 'Project metrics',
  description: 'The numbers of every translation of a project at once.',
  operations: {
    GET: read({
      summary: 'Numbers of all translations',
      answer: ProjectMetrics,
      handle: async call => {
        const project = await findProject(call)
        const permissions = await call.permissions()
        const rows = await call.db
          .selectFrom('translation')
          .innerJoin('component', 'component.id', 'translation.component_id')
          .innerJoin('translation_language', 'translation_language.id', 'translation.language_id')
          .selectAll('translation')
          .select(['component.path', 'translation_language.code'])
          .where('translation.project_id', '=', project.id)
          .where(eb => permissions.visibleComponents(eb))
          .orderBy('component.path')
          .orderBy('translation_language.code')
          .execute()
        const result = new Map<string, Record<string, unknown>>()
        for (const { path, code, ...row } of rows) {
          const languages = result.get(path) ?? {}
          languages[code] = statisticsNumbers(row as Totals, project.translation_review === 1)
          result.set(path, languages)
        }
        return Object.fromEntries(result)
      },
    }),
  },
})
