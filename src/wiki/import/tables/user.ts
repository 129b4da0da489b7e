import { padded } from '#store/keyset.ts'
import type { Writer } from '#store/store.ts'
import { ImportError } from '../import-error.ts'
import { countOrZero, integer, text, time } from './fields.ts'
import { copied, type TableMapping } from './mapping.ts'

const accounts = copied('user', 'account', {
  id: integer('user_id'),
  name: text('user_name'),
  real_name: text('user_real_name'),
  email: text('user_email'),
  email_confirmed_at: time('user_email_authenticated'),
  password_hash: text('user_password'),
  registered_at: time('user_registration'),
  edit_count: countOrZero('user_editcount'),
  touched_at: time('user_touched'),
})

/** Passwords stay hashed as the wiki hashed them. An account that is here already keeps what it has. */
export const user: TableMapping = {
  ...accounts,
  store: async (tx, rows, context, table) => {
    const outcome = await accounts.store(tx, rows, context, table)
    const people = rows.map(row => ({ id: row[0] as number, name: row[1] as string }))
    if (outcome.stored < rows.length) await refuseStrangers(tx, people)
    return outcome
  },
}

/** Rows of a dump speak of people by number: a number must not mean somebody else here. */
async function refuseStrangers(tx: Writer, people: readonly { id: number; name: string }[]): Promise<void> {
  for (let from = 0; from < people.length; from += 1000) {
    const part = people.slice(from, from + 1000)
    const rows = await tx
      .selectFrom('account')
      .where('id', 'in', padded(part.map(({ id }) => id)))
      .select(['id', 'name'])
      .execute()
    const here = new Map(rows.map(row => [row.id, row.name]))
    const stranger = part.find(({ id, name }) => here.get(id) !== name)
    if (stranger === undefined) continue
    const { id, name } = stranger
    const known = here.get(id)
    throw new ImportError(
      known === undefined
        ? `The account "${name}" of the dump has the number ${id}, but another number here. Import into an empty wiki.`
        : `The account ${id} is "${name}" in the dump and "${known}" here. Import into an empty wiki.`,
    )
  }
}
