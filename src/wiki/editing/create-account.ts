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
  /** Seconds since 1970. */
  readonly now: number
  readonly name: string
  /** Null when a link to choose a password is sent by mail. */
  readonly passwordHash: string | null
  readonly email: string
  readonly realName: string
  readonly reason: string
  /** The language that somebody read who made an account for themselves. */
  readonly language: string
}

/** Makes an account and tells of it in the log: by its owner, by somebody else, or by somebody else with the password sent by mail. */
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
  // Everybody watches their own page from the start.
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

/** Whoever makes an account for themselves did so as that account. */
const ownerOf = (caller: Caller, account: Account): Caller => ({ ...caller, account, name: account.name })
