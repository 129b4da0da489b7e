// Accounts of the server: matched with those of this site, or created without a password.

import type { Account } from '#accounts/account.ts'
import { AccountError } from '#accounts/account-error.ts'
import { nullable, optional } from '#fields/field.ts'
import { boolean, integer, list, text } from '#fields/kinds.ts'
import type { Reader } from '#store/store.ts'
import { inStep } from '../import-steps/in-step.ts'
import type { Tally } from '../import-steps/tally.ts'
import { type Importing, isDenied, isInvalid, lastPart, parsed, unreadable, usual, withSize } from './context.ts'

const userFields = {
  id: optional(integer()),
  username: text({ max: 150 }),
  full_name: usual(text({ blank: true, max: 150 }), ''),
  email: usual(nullable(text({ blank: true, max: 190 })), ''),
  is_active: usual(boolean(), true),
  is_bot: usual(boolean(), false),
  is_superuser: usual(boolean(), false),
  groups: usual(list(text({ max: 500 }), { max: 10_000 }), []),
}

/** Weblate's account for anonymous work and its deleted accounts belong to nobody. */
const NOBODY = /^(anonymous|deleted-\d+)$/

/**
 * Matches each account by its username, then by its confirmed email address, and creates the others. The list is read
 * in each run, because later steps need to know who is who.
 */
export async function importPeople(importing: Importing): Promise<void> {
  const { client, steps, pageSize } = importing
  const first = withSize('users/', pageSize)
  for (let at = first, n = 1; at !== ''; n++) {
    const step = `people ${n}`
    const page = await client.page(at).catch(error => {
      if (isDenied(error)) return unreadable(error, first)
      throw error
    })
    if (typeof page === 'string') {
      if (!steps.isDone(step)) await inStep(importing, step, async (_, tally) => tally.note(page))
      return
    }
    if (steps.isDone(step)) for (const row of page.results) await match(importing, row)
    else
      await inStep(importing, step, async (piece, tally) => {
        for (const row of page.results) await matchOrCreate(importing, piece.tx, row, tally)
      })
    at = page.next
  }
}

type User = Exclude<ReturnType<typeof parsed<typeof userFields>>, { invalid: string }>

async function match(importing: Importing, row: unknown): Promise<void> {
  const user = parsed(userFields, row)
  if (isInvalid(user) || NOBODY.test(user.username)) return
  const account = await existing(importing, importing.services.store.read, user)
  if (account !== null) know(importing, user, account)
}

async function matchOrCreate(
  importing: Importing,
  tx: Parameters<Importing['services']['accounts']['create']>[0],
  row: unknown,
  tally: Tally,
): Promise<void> {
  const { accounts } = importing.services
  const user = parsed(userFields, row)
  if (isInvalid(user)) return tally.add('people', { skipped: user.invalid })
  if (NOBODY.test(user.username)) return tally.add('people', { skipped: `account "${user.username}" is built in` })
  const account = await existing(importing, tx, user)
  if (account !== null) {
    know(importing, user, account)
    return tally.add('people', 'unchanged')
  }
  try {
    const email = /^[^\s@<>"]+@[^\s@<>"]+$/.test(user.email ?? '') ? (user.email ?? '') : ''
    const created = await accounts.create(tx, {
      name: user.username,
      realName: user.full_name,
      email,
      // The person who runs the import vouches for the server.
      emailConfirmed: email !== '',
      isBot: user.is_bot,
    })
    if (!user.is_active) await accounts.update(tx, created.id, { isActive: false })
    know(importing, user, created)
    tally.add('people', 'created')
    if (email === '') tally.note('people without an email address, who cannot reset their password')
    if (user.is_superuser) tally.note('superusers became accounts without superuser status')
  } catch (error) {
    if (!(error instanceof AccountError)) throw error
    tally.add('people', { skipped: `"${user.username}": ${error.message}` })
  }
}

async function existing(
  { services: { accounts } }: Importing,
  db: Reader,
  { username, email }: User,
): Promise<Account | null> {
  const named = await accounts.byName(db, username)
  if (named !== null) return named
  const confirmed = await confirmedWith(db, email ?? '')
  return confirmed === null ? null : accounts.byId(db, confirmed)
}

/** An address that several accounts confirmed identifies none of them. */
async function confirmedWith(db: Reader, email: string): Promise<number | null> {
  if (email === '') return null
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where(eb => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('email_confirmed_at', 'is not', null)
    .limit(2)
    .execute()
  return rows.length === 1 ? rows[0]!.id : null
}

function know({ accounts, members }: Importing, user: User, { id }: Account): void {
  accounts.set(user.username, id)
  for (const group of user.groups) {
    const key = lastPart(group)
    members.set(key, (members.get(key) ?? new Set()).add(user.username))
  }
}

/** The local account of a user address in a response; null if there is none. */
export async function authorOf(importing: Importing, db: Reader, address: string | null): Promise<number | null> {
  if (address === null) return null
  const username = lastPart(address)
  if (NOBODY.test(username)) return null
  const cached = importing.accounts.get(username)
  if (cached !== undefined) return cached
  const account = await importing.services.accounts.byName(db, username)
  if (account !== null) importing.accounts.set(username, account.id)
  return account?.id ?? null
}
