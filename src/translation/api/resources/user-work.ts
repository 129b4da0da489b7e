import { readOnly, shape } from '#fields/field.ts'
import { integer } from '#fields/kinds.ts'
import { visibleChanges } from '../../reports/changes-in.ts'
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

const ACTIONS = { translated: [2, 5, 7, 36], suggested: [4], uploaded: [9, 78], commented: [3] }

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
        const rows = await changes()
          .select(['action', eb => eb.fn.countAll<number>().as('n')])
          .where('author_id', '=', id)
          .groupBy('action')
          .execute()
        const languages = await changes()
          .select(eb => eb.fn.count<number>('language_id').distinct().as('n'))
          .where('author_id', '=', id)
          .where('action', 'in', ACTIONS.translated)
          .executeTakeFirstOrThrow()
        const sum = (actions: readonly number[]) =>
          rows.filter(row => actions.includes(row.action)).reduce((total, row) => total + row.n, 0)
        return {
          ...Object.fromEntries(Object.entries(ACTIONS).map(([name, actions]) => [name, sum(actions)])),
          languages: languages.n,
        }
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
              .where('translation_change.action', 'in', ACTIONS.translated),
          )
          .where(eb => permissions.visibleProjects(eb))
          .where(eb => permissions.visibleComponents(eb))
          .orderBy('translation.id')
        return rowsOf(query, rows => translationObjects(call, rows))
      },
    }),
  },
})
