import { sql } from 'kysely'
import { appendChange } from '#events/change-log.ts'
import { nfc } from '#languages/nfc.ts'
import { type Clock, seconds } from '#store/clock.ts'
import type { Reader, Store, Writer } from '#store/store.ts'
import { type Account, accountFromRow } from './account.ts'
import { AccountError } from './account-error.ts'
import { canonicalName, nameProblem } from './account-name.ts'
import type { AccountHooks } from './hooks.ts'
import { joinGroup } from './memberships.ts'
import { hashPassword, passwordProblem } from './passwords.ts'
import { endSessionsOf, type Session } from './sessions.ts'

interface NewAccount {
  readonly name: string
  /** Empty disables password login. */
  readonly passwordHash?: string
  readonly email?: string
  readonly emailConfirmed?: boolean
  readonly realName?: string
  readonly isSuperuser?: boolean
  readonly isBot?: boolean
  readonly groups?: readonly string[]
  /** The account that created this one on behalf of its owner. */
  readonly createdBy?: number | null
}

interface AccountChanges {
  /** A different spelling of the same canonical name. */
  readonly username?: string
  readonly email?: string
  readonly emailConfirmedAt?: number | null
  readonly realName?: string
  readonly isSuperuser?: boolean
  readonly isActive?: boolean
  readonly isBot?: boolean
  readonly expiresAt?: number | null
}

const emailShape = /^[^\s@<>"]+@[^\s@<>"]+$/

export class Accounts {
  readonly #store: Store
  readonly #clock: Clock
  readonly #hooks: AccountHooks

  constructor(store: Store, clock: Clock, hooks: AccountHooks) {
    this.#store = store
    this.#clock = clock
    this.#hooks = hooks
  }

  async byId(db: Reader, id: number): Promise<Account | null> {
    const row = await db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()
    return row ? accountFromRow(row) : null
  }

  /** Missing accounts are left out. */
  async byIds(db: Reader, ids: readonly number[]): Promise<Map<number, Account>> {
    if (ids.length === 0) return new Map()
    const rows = await db.selectFrom('account').selectAll().where('id', 'in', ids).execute()
    return new Map(rows.map(row => [row.id, accountFromRow(row)]))
  }

  /** Finds "alice_b" as "Alice b". An exact match wins, because imported names may not be in canonical form. */
  async byName(db: Reader, name: string): Promise<Account | null> {
    if (!name.isWellFormed() || name.includes('\0')) return null
    const rows = await db
      .selectFrom('account')
      .selectAll()
      .where('name', 'in', [name, canonicalName(name)])
      .execute()
    const row = rows.find(each => each.name === name) ?? rows[0]
    return row ? accountFromRow(row) : null
  }

  /** Case-insensitive. Several accounts may share an address. */
  async byEmail(db: Reader, email: string): Promise<Account[]> {
    if (email === '' || email.includes('\0')) return []
    const rows = await db
      .selectFrom('account')
      .selectAll()
      .where('email', '<>', '')
      .where(sql`lower(email)`, '=', sql`lower(${email})`)
      .orderBy('id')
      .execute()
    return rows.map(accountFromRow)
  }

  async isEmpty(db: Reader): Promise<boolean> {
    return (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) === undefined
  }

  /** Validates and creates an account. Hashes the password outside the transaction because that is slow. */
  async register(input: Omit<NewAccount, 'passwordHash'> & { readonly password?: string }): Promise<Account> {
    const { password, ...rest } = input
    const name = checkedName(input.name)
    if (password === undefined) return this.#store.transaction(tx => this.create(tx, rest))
    const problem = passwordProblem(name, password)
    if (problem) throw new AccountError(`password-${problem}`)
    const passwordHash = await hashPassword(password)
    return this.#store.transaction(tx => this.create(tx, { ...rest, passwordHash }))
  }

  /** Creates an account inside a transaction and runs the hooks that other layers registered for new accounts. */
  async create(tx: Writer, input: NewAccount): Promise<Account> {
    const name = checkedName(input.name)
    const email = checkedEmail(input.email ?? '')
    const now = seconds(this.#clock)
    const row = await tx
      .insertInto('account')
      .values({
        name,
        username: spelling(input.name, name),
        email,
        email_confirmed_at: input.emailConfirmed ? now : null,
        real_name: input.realName ?? '',
        password_hash: input.passwordHash ?? '',
        is_superuser: input.isSuperuser ? 1 : 0,
        is_bot: input.isBot ? 1 : 0,
        registered_at: now,
        touched_at: now,
      })
      .onConflict(conflict => conflict.column('name').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) throw new AccountError('name-taken', name)
    for (const group of input.groups ?? []) await joinGroup(tx, row.id, group)
    const account = accountFromRow(row)
    await this.#hooks.runCreated(tx, account)
    await appendChange(tx, this.#clock, {
      area: 'accounts',
      kind: 'account-created',
      accountId: input.createdBy ?? account.id,
      subject: name,
      data: {
        id: account.id,
        ...(account.isSuperuser && { superuser: true }),
        ...(input.groups && input.groups.length > 0 && { groups: input.groups }),
      },
    })
    return account
  }

  async update(tx: Writer, id: number, changes: AccountChanges): Promise<void> {
    const flag = (value: boolean | undefined) => (value === undefined ? undefined : value ? 1 : 0)
    const set = {
      username:
        changes.username === undefined ? undefined : spelling(changes.username, canonicalName(changes.username)),
      email: changes.email === undefined ? undefined : checkedEmail(changes.email),
      email_confirmed_at: changes.emailConfirmedAt,
      real_name: changes.realName,
      is_superuser: flag(changes.isSuperuser),
      is_active: flag(changes.isActive),
      is_bot: flag(changes.isBot),
      expires_at: changes.expiresAt,
      touched_at: seconds(this.#clock),
    }
    await tx.updateTable('account').set(set).where('id', '=', id).execute()
    if (changes.isActive === false) await endSessionsOf(tx, id)
  }

  /** Whether the account can log in with a password. */
  async hasPassword(db: Reader, id: number): Promise<boolean> {
    const row = await db.selectFrom('account').select('password_hash').where('id', '=', id).executeTakeFirst()
    return (row?.password_hash ?? '') !== ''
  }

  /** Changes the password and ends all sessions of the account. */
  async setPassword(account: Account, password: string, by: number | null = account.id): Promise<void> {
    const problem = passwordProblem(account.name, password)
    if (problem) throw new AccountError(`password-${problem}`)
    const passwordHash = await hashPassword(password)
    await this.#store.transaction(tx => this.storePassword(tx, account, passwordHash, { by }))
  }

  /** Stores the hash of a validated password and ends all sessions except `keep`. */
  async storePassword(
    tx: Writer,
    account: Account,
    passwordHash: string,
    { by = account.id, keep = null }: { by?: number | null; keep?: Session | null } = {},
  ): Promise<void> {
    await tx.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', account.id).execute()
    await endSessionsOf(tx, account.id, keep)
    const change = { area: 'accounts', kind: 'password-changed', accountId: by, subject: account.name }
    await appendChange(tx, this.#clock, change)
  }
}

/** The name as typed; null if it equals the canonical name. */
const spelling = (typed: string, name: string): string | null => {
  const text = nfc(typed).trim()
  return text === name ? null : text
}

function checkedName(text: string): string {
  const name = canonicalName(text)
  const problem = nameProblem(name)
  if (problem) throw new AccountError(`name-${problem}`)
  return name
}

function checkedEmail(email: string): string {
  if (email !== '' && (!emailShape.test(email) || Buffer.byteLength(email) > 255 || email.includes('\0')))
    throw new AccountError('email')
  return email
}
