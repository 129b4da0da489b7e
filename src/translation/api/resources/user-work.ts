import { readOnly, shape } from '#fields/field.ts'
import { integer } from '#fields/kinds.ts'
import { visibleChanges } from '../../reports/changes-in.ts'
import { CONTRIBUTIONS, contributionCounts } from '../../reports/contribution-counts.ts'
import { Translation } from '../objects/translation.ts'
import { list, read, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { findUser } from './find-user.ts'
import { translationObjects } from './translations.ts'

const Counts = shape('UserStatistics', 'Contribution counts of a user.', {
  translated: readOnly(integer()),
  suggested: readOnly(integer()),
  uploaded: readOnly(integer()),
  commented: readOnly(integer()),
  languages: readOnly(integer()),
})

export const userStatistics = resource({
  path: '/users/:username/statistics/',
  name: 'User statistics',
  description: 'Contribution counts of a user.',
  operations: {
    GET: read({
      summary: 'Get statistics of a user',
      answer: Counts,
      handle: async call => {
        const { id } = await findUser(call)
        const permissions = await call.permissions()
        const changes = () => visibleChanges(call.db.selectFrom('translation_change'), permissions, false)
        const counts = await contributionCounts(call.db, permissions, [id])
        const languages = await changes()
          .select(eb => eb.fn.count<number>('language_id').distinct().as('n'))
          .where('author_id', '=', id)
          .where('action', 'in', CONTRIBUTIONS.translated)
          .executeTakeFirstOrThrow()
        return { ...counts.get(id)!, languages: languages.n }
      },
    }),
  },
})

export const userContributions = resource({
  path: '/users/:username/contributions/',
  name: 'User contributions',
  description: 'Translations a user has contributed to.',
  operations: {
    GET: list({
      summary: 'List translations a user has contributed to',
      answer: Translation,
      handle: async call => {
        const { id } = await findUser(call)
        const permissions = await call.permissions()
        const query = call.db
          .selectFrom('translation')
          .innerJoin('project', 'project.id', 'translation.project_id')
          .innerJoin('component', 'component.id', 'translation.component_id')
          .selectAll('translation')
          .where('translation.id', 'in', eb =>
            eb
              .selectFrom('translation_change')
              .select(inner => inner.fn.coalesce('translation_change.translation_id', inner.lit(-1)).as('id'))
              .where('translation_change.author_id', '=', id)
              .where('translation_change.action', 'in', CONTRIBUTIONS.translated),
          )
          .where(eb => permissions.visibleProjects(eb))
          .where(eb => permissions.visibleComponents(eb))
          .orderBy('translation.id')
        return rowsOf(query, rows => translationObjects(call, rows))
      },
    }),
  },
})
