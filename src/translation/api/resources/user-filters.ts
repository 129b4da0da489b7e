import type { Account } from '#accounts/account.ts'
import { help, shape } from '#fields/field.ts'
import { list, nested, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { checkUnitSearch } from '../../catalogue/unit-search.ts'
import { forbidden } from '../errors.ts'
import { act, array, resource } from '../resource.ts'
import type { AnyCall } from './find.ts'
import { changeableUser, findUser } from './find-user.ts'
import { explained } from './units.ts'

const Filter = shape('SavedFilter', 'A saved search for strings.', {
  name: text({ max: 100 }),
  q: help(text({ max: 1000, blank: true }), 'Search query, as in lists of strings.'),
})

const MAX_FILTERS = 50

/** Saved searches are private to their owner and user managers. */
async function owner(call: AnyCall): Promise<Account> {
  const user = await findUser(call)
  if (user.id !== call.caller.account?.id && !(await call.permissions()).onSite('user.edit')) throw forbidden()
  return user
}

const filtersOf = (call: AnyCall, { id }: Account) =>
  call.db.selectFrom('saved_filter').select(['name', 'q']).where('account_id', '=', id).orderBy('position').execute()

export const userFilters = resource({
  path: '/users/:username/filters/',
  name: 'Saved searches',
  description: 'Saved searches of a user, in display order. Not part of the Weblate API.',
  operations: {
    GET: array({
      summary: 'List saved searches of a user',
      answer: Filter,
      handle: async call => filtersOf(call, await owner(call)),
    }),
    PUT: act({
      summary: 'Replace the saved searches of a user',
      body: { filters: list(nested(Filter), { max: MAX_FILTERS }) },
      answer: Filter,
      answers: 'array',
      allow: owner,
      handle: call =>
        explained(async () => {
          await owner(call)
          const user = await changeableUser(call)
          const { filters } = call.body
          const names = new Set(filters.map(each => each.name))
          if (names.size < filters.length)
            throw invalidField('filters', 'unique', 'Two saved searches have the same name.')
          for (const { q } of filters) checkUnitSearch(q)
          await call.tx.deleteFrom('saved_filter').where('account_id', '=', user.id).execute()
          const rows = filters.map(({ name, q }, position) => ({ account_id: user.id, position, name, q }))
          if (rows.length > 0) await call.tx.insertInto('saved_filter').values(rows).execute()
          return filtersOf(call, user)
        }),
    }),
  },
})
