import { usernameOf } from '#accounts/account.ts'
import { readOnly, shape } from '#fields/field.ts'
import { text } from '#fields/kinds.ts'
import type { Call } from '../call.ts'

export const Person = shape('Person', 'Somebody by name, where an address would not do.', {
  username: readOnly(text()),
  full_name: readOnly(text()),
})

export interface PersonObject {
  username: string
  full_name: string
}

/** People by the ids of their accounts; those whose names are hidden are left out. */
export async function peopleOf(
  call: Call<unknown, unknown>,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number | null, PersonObject>> {
  const wanted = [...new Set(ids.flatMap(id => id ?? []))]
  if (wanted.length === 0) return new Map()
  const rows = await call.db
    .selectFrom('account')
    .select(['account.id', usernameOf.as('username'), 'account.real_name as full_name'])
    .where('account.id', 'in', wanted)
    .where(await call.shownNames())
    .execute()
  return new Map(rows.map(({ id, ...person }) => [id, person]))
}
