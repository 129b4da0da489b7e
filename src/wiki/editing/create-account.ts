import type { Account } from '#accounts/account.ts'
import { ACCOUNT_MAIL_JOB } from '#accounts/account-mail.ts'
import type { Caller } from '#accounts/caller.ts'
import { setOptions } from '#accounts/options.ts'
import type { Writer } from '#store/store.ts'
import type { Wiki } from '../wiki.ts'
import { storeLogEntry } from './log-entry.ts'
import { userPage } from './user-page.ts'
import { setWatching } from './watching.ts'

interface NewWikiAccount {
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  readonly name: string
  /** Null when a link for choosing a password is emailed. */
  readonly passwordHash: string | null
  readonly email: string
  readonly realName: string
  readonly reason: string
  /** The interface language of a visitor who creates their own account. */
  readonly language: string
}

/**
 * Creates an account and logs it: created by its owner, by another user, or by another user with the password emailed.
 */
export async function createAccount(tx: Writer, wiki: Wiki, order: NewWikiAccount): Promise<Account> {
  const { caller, now, name, email, realName, language } = order
  const { accounts, jobs, config } = wiki.services
  const isOwn = caller.account === null
  const account = await accounts.create(tx, {
    name,
    email,
    realName,
    passwordHash: order.passwordHash ?? '',
    ...(caller.account && { createdBy: caller.account.id }),
  })
  if (isOwn && language !== wiki.site.language) await setOptions(tx, account.id, [['language', language]])
  const page = await userPage(tx, account.name)
  // New accounts watch their own user page.
  await setWatching(tx, wiki, ownerOf(caller, account), page.target, true)
  await storeLogEntry(tx, {
    type: 'newusers',
    action: order.passwordHash === null ? 'byemail' : isOwn ? 'create' : 'create2',
    now,
    caller: isOwn ? ownerOf(caller, account) : caller,
    ...page,
    reason: isOwn ? '' : order.reason,
    params: { '4::userid': account.id },
  })
  if (email !== '' && config.mailUrl !== null) {
    const purpose = order.passwordHash === null ? 'password' : 'confirm'
    await jobs.enqueue(tx, { kind: ACCOUNT_MAIL_JOB, payload: { account: account.id, purpose, language } })
  }
  return account
}

/** An account that someone creates for themselves is logged under the new name. */
const ownerOf = (caller: Caller, account: Account): Caller => ({ ...caller, account, name: account.name })
