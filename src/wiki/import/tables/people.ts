import { padded } from '#store/keyset.ts'
import type { Writer } from '#store/store.ts'
import { ImportError } from '../import-error.ts'
import { countOrZero, expiry, integer, text, time } from './fields.ts'
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

/** Passwords keep the wiki's hashes. Existing accounts stay as they are. */
export const user: TableMapping = {
  ...accounts,
  store: async (tx, rows, context, table) => {
    const outcome = await accounts.store(tx, rows, context, table)
    const people = rows.map(row => ({ id: row[0] as number, name: row[1] as string }))
    if (outcome.stored < rows.length) await rejectConflicts(tx, people)
    return outcome
  },
}

/** Rows of a dump refer to accounts by ID, so an ID must not belong to someone else here. */
async function rejectConflicts(tx: Writer, people: readonly { id: number; name: string }[]): Promise<void> {
  for (let from = 0; from < people.length; from += 1000) {
    const part = people.slice(from, from + 1000)
    const rows = await tx
      .selectFrom('account')
      .where('id', 'in', padded(part.map(({ id }) => id)))
      .select(['id', 'name'])
      .execute()
    const here = new Map(rows.map(row => [row.id, row.name]))
    const conflicting = part.find(({ id, name }) => here.get(id) !== name)
    if (conflicting === undefined) continue
    const { id, name } = conflicting
    const existing = here.get(id)
    throw new ImportError(
      existing === undefined
        ? `The account "${name}" has the ID ${id} in the dump, but another ID here. Import into an empty wiki.`
        : `The account ${id} is "${name}" in the dump and "${existing}" here. Import into an empty wiki.`,
    )
  }
}

export const actor = copied('actor', 'actor', {
  id: integer('actor_id'),
  account_id: integer('actor_user'),
  name: text('actor_name'),
})

export const userGroups = copied('user_groups', 'account_group', {
  account_id: integer('ug_user'),
  group_name: text('ug_group'),
  expires_at: expiry('ug_expiry', { otherwise: null }),
})

export const userFormerGroups = copied('user_former_groups', 'account_former_group', {
  account_id: integer('ufg_user'),
  group_name: text('ufg_group'),
})

export const userNewtalk = copied('user_newtalk', 'new_talk', {
  account_id: integer('user_id'),
  ip: text('user_ip'),
  last_at: time('user_last_timestamp'),
})

export const userProperties = copied('user_properties', 'account_option', {
  account_id: integer('up_user'),
  name: text('up_property'),
  value: text('up_value'),
})

export const botPasswords = copied('bot_passwords', 'bot_password', {
  account_id: integer('bp_user'),
  app_id: text('bp_app_id'),
  password_hash: text('bp_password'),
  token: text('bp_token'),
  restrictions: text('bp_restrictions'),
  grants: text('bp_grants'),
})

export const watchlist = copied('watchlist', 'watch', {
  id: integer('wl_id'),
  account_id: integer('wl_user'),
  ns: integer('wl_namespace'),
  title: text('wl_title'),
  notified_at: time('wl_notificationtimestamp'),
})
