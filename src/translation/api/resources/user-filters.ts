import type { Account } from '#accounts/account.ts'
import { shape } from '#fields/field.ts'
import { list, nested } from '#fields/kinds.ts'
import { MAX_SAVED_SEARCHES, personalSearches, savePersonalSearches } from '../../catalogue/saved-searches.ts'
import { savedSearch } from '../../declarations/parts.ts'
import { forbidden } from '../errors.ts'
import { act, array, resource } from '../resource.ts'
import type { AnyCall } from './find.ts'
import { changeableUser, findUser } from './find-user.ts'
import { explained } from './units.ts'

const Filter = shape('SavedFilter', 'A saved search for strings.', savedSearch)

/** Saved searches are private to their owner and user managers. */
async function owner(call: AnyCall): Promise<Account> {
  const user = await findUser(call)
  if (user.id !== call.caller.account?.id && !(await call.permissions()).onSite('user.edit')) throw forbidden()
  return user
}

export const userFilters = resource({
  path: '/users/:username/filters/',
  name: 'Saved searches',
  description: 'Saved searches of a user, in display order. Not part of the Weblate API.',
  operations: {
    GET: array({
      summary: 'List saved searches of a user',
      answer: Filter,
      handle: async call => personalSearches(call.db, (await owner(call)).id),
    }),
    PUT: act({
      summary: 'Replace the saved searches of a user',
      body: { filters: list(nested(Filter), { max: MAX_SAVED_SEARCHES }) },
      answer: Filter,
      answers: 'array',
      allow: owner,
      handle: call =>
        explained(async () => {
          await owner(call)
          const user = await changeableUser(call)
          await savePersonalSearches(call.tx, user.id, call.body.filters)
          return personalSearches(call.db, user.id)
        }),
    }),
  },
})
