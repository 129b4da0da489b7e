import { usernameOf } from '#accounts/account.ts'
import { help, optional } from '../../fields/field.ts'
import { text } from '../../fields/kinds.ts'
import { visibleChanges } from '../../reports/changes-in.ts'
import { Person } from '../objects/person.ts'
import { array, resource } from '../resource.ts'
import { findTranslation, needTranslation } from './find.ts'

/** So many changes are looked through, from the newest on: whoever was here lately is who gets asked something. */
const LOOKED_AT = 3000
const MOST = 10

export const people = resource({
  path: '/translations/:project/:component/:language/people/',
  name: 'People of a translation',
  description:
    'Who has worked on the project lately, for whoever wants to mention somebody in a comment: those who did something last come first, and those of this translation before others. An addition of this platform.',
  operations: {
    GET: array({
      summary: 'People by the beginning of their names',
      query: {
        q: help(
          optional(text({ max: 100, blank: true }), ''),
          'How the username, or a word of the full name, begins; all when empty.',
        ),
      },
      answer: Person,
      allow: async call => needTranslation(call, await findTranslation(call), 'comment.add'),
      handle: async call => {
        const { project, translation } = await findTranslation(call)
        const changes = await visibleChanges(call.db.selectFrom('translation_change'), await call.permissions(), true)
          .select(['author_id', 'translation_id'])
          .where('project_id', '=', project.id)
          .orderBy('timestamp', 'desc')
          .orderBy('id', 'desc')
          .limit(LOOKED_AT)
          .execute()
        const here = changes.filter(change => change.translation_id === translation.id)
        const ids = [...new Set([...here, ...changes].flatMap(({ author_id }) => author_id ?? []))]
        const rows = await call.db
          .selectFrom('account')
          .select(['account.id', usernameOf.as('username'), 'account.real_name as full_name'])
          .where('account.id', 'in', [-1, ...ids])
          .where('account.is_active', '=', 1)
          .where(await call.shownNames())
          .execute()
        const known = new Map(rows.map(row => [row.id, row]))
        const begins = beginsWith(call.query.q ?? '')
        return ids
          .flatMap(id => known.get(id) ?? [])
          .filter(begins)
          .slice(0, MOST)
          .map(({ username, full_name }) => ({ username, full_name }))
      },
    }),
  },
})

function beginsWith(q: string): (person: { username: string; full_name: string }) => boolean {
  const wanted = q.trim().toLowerCase()
  return ({ username, full_name }) =>
    [username, full_name, ...full_name.split(/\s+/)].some(name => name.toLowerCase().startsWith(wanted))
}
