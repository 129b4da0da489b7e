import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { type Account, isUsable } from '#accounts/account.ts'
import type { Services } from '#accounts/services.ts'
import { allowance } from '#events/mail/limits.ts'
import type { Message } from '#events/mail/message.ts'
import { mailTimes, putMail } from '#events/mail/outbox.ts'
import { seconds } from '#store/clock.ts'
import type { NoticeTable } from '#store/tables/mail.ts'
import { breathe } from '#store/turn.ts'
import { describeChanges, mailDomain, type Told } from './describe.ts'
import { instantMail } from './mails/instant-mail.ts'
import { muteAddress, SETTINGS_PATH } from './mute-link.ts'
import { reasonOf } from './reasons.ts'
import { linkSecret } from './state.ts'
import { INSTANT } from './subscription-terms.ts'
import { MOST_LISTED } from './tally.ts'
import { wordsFor } from './words.ts'

type Notice = Selectable<NoticeTable>

const ACCOUNTS_AT_ONCE = 100

/** Makes mails of the notices that are due, as far as limits allow; the rest waits and is folded into fewer mails. */
export async function writeInstantMails(services: Services): Promise<void> {
  const { store, clock } = services
  const now = seconds(clock)
  for (;;) {
    const rows = await store.read
      .selectFrom('notice')
      .select('account_id')
      .distinct()
      .where('due_at', '<=', now)
      .limit(ACCOUNTS_AT_ONCE)
      .execute()
    if (rows.length === 0) return
    for (const { account_id } of rows) {
      await writeFor(services, account_id, now)
      await breathe()
    }
  }
}

/** When the next notice is due; null when none waits. */
export async function nextNotice(db: Services['store']['read']): Promise<number | null> {
  const row = await db
    .selectFrom('notice')
    .select(eb => eb.fn.min('due_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

/** After this nothing of the account is due any more: it is mail, or it was dropped, or it waits. */
async function writeFor(services: Services, accountId: number, now: number): Promise<void> {
  const { store, accounts } = services
  const notices = await store.read
    .selectFrom('notice')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  const account = await accounts.byId(store.read, accountId)
  if (account === null || !isUsable(account, now) || account.email === '') return drop(services, notices)
  let { now: free, next } = allowance(await mailTimes(store.read, account.email, now), now)
  for (const group of Map.groupBy(notices, notice => notice.notification).values()) {
    const mails = group.length <= free ? group.map(notice => [notice]) : [group]
    for (const mail of mails) {
      if (free <= 0) {
        await wait(services, mail, Math.max(next, now + 1))
        continue
      }
      if (!(await writeMail(services, account, mail))) continue
      free--
      if (free <= 0) next = allowance(await mailTimes(store.read, account.email, now), now).next
    }
  }
}

async function drop({ store }: Services, notices: readonly Notice[]): Promise<void> {
  const ids = notices.map(notice => notice.id)
  await store.transaction(tx => tx.deleteFrom('notice').where('id', 'in', ids).execute())
}

async function wait({ store }: Services, notices: readonly Notice[], until: number): Promise<void> {
  const ids = notices.map(notice => notice.id)
  await store.transaction(tx => tx.updateTable('notice').set({ due_at: until }).where('id', 'in', ids).execute())
}

/** One mail for some notices of one kind; false when there is nothing left to tell. */
async function writeMail(services: Services, account: Account, notices: readonly Notice[]): Promise<boolean> {
  const { store, clock, jobs } = services
  const message = await messageFor(services, account, notices)
  return store.transaction(async tx => {
    const gone = await tx
      .deleteFrom('notice')
      .where(
        'id',
        'in',
        notices.map(notice => notice.id),
      )
      .executeTakeFirst()
    if (Number(gone.numDeletedRows) !== notices.length) throw new Error('These notices are told already.')
    if (message === null) return false
    const subscription = notices.at(-1)!.subscription_id
    await tx.deleteFrom('subscription').where('id', '=', subscription).where('onetime', '=', 1).execute()
    const { id: accountId, email: address } = account
    const name = account.realName || account.username
    return putMail(tx, { clock, jobs }, { key: `notice-${notices[0]!.id}`, accountId, name, address, message })
  })
}

async function messageFor(services: Services, account: Account, notices: readonly Notice[]): Promise<Message | null> {
  const { store, config } = services
  const db = store.read
  const { notification, subscription_id } = notices.at(-1)!
  const subscription = await db
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', subscription_id)
    .executeTakeFirst()
  // Muted or changed since.
  if (subscription?.frequency !== INSTANT || subscription.notification !== notification) return null
  const ids = notices.flatMap(notice => JSON.parse(notice.changes) as number[])
  const listed = ids.slice(0, MOST_LISTED)
  const changes = await describeChanges(db, listed, account, config.siteUrl)
  if (changes.length === 0) return null
  const total = notices.reduce((sum, notice) => sum + notice.total, 0) - (listed.length - changes.length)
  const mute = muteAddress(config.siteUrl, await linkSecret(store), {
    account: account.id,
    subscriptions: [subscription.id],
  })
  const settings = `${config.siteUrl}${SETTINGS_PATH}`
  const t = await wordsFor(db, account.id)
  const reason = await reasonOf(db, t, subscription)
  const thread = sharedThread(changes)
  const who = sharedActor(changes)
  return {
    ...instantMail(t, { kind: notification, changes, total, reason, mute, settings }),
    ...(who !== null && { fromName: who }),
    ...(thread !== null && { thread }),
    messageId: `<${randomUUID()}@${mailDomain(config.siteUrl)}>`,
    headers: notificationHeaders(notification, account, mute),
  }
}

export const notificationHeaders = (kind: string, account: Account, mute: string): Record<string, string> => ({
  'X-Parlance-Notification': kind,
  'X-Parlance-Recipient-Username': account.username,
  'List-Unsubscribe': `<${mute}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const shared = <T>(values: readonly T[]): T | null => (values.every(value => value === values[0]) ? values[0]! : null)

const sharedThread = (changes: readonly Told[]): string | null => shared(changes.map(change => change.thread))
const sharedActor = (changes: readonly Told[]): string | null => shared(changes.map(change => change.who))
