import { usernameOf } from '#accounts/account.ts'
import { readOnly, shape } from '#fields/field.ts'
import { text } from '#fields/kinds.ts'
import type { Call } from '../call.ts'

export const Person = shape('Person', 'Names of a user.', {
  username: readOnly(text()),
  full_name: readOnly(text()),
})

export interface PersonObject {
  username: string
  full_name: string
}

/** People by account ID; those with hidden names are left out. */
export async function peopleOf(
  call: Call<unknown, unknown>,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number | null, PersonObject>> {
  const uniqueIds = [...new Set(ids.flatMap(id => id ?? []))]
  if (uniqueIds.length === 0) return new Map()
  const rows = await call.db
    .selectFrom('account')
    .select(['account.id', usernameOf.as('username'), 'account.real_name as full_name'])
    .where('account.id', 'in', uniqueIds)
    .where(await call.shownNames())
    .execute()
  return new Map(rows.map(({ id, ...person }) => [id, person]))
}
