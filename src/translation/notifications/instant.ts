import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { type Account, isUsable } from '#accounts/account.ts'
import type { Told } from '#accounts/news-source.ts'
import type { Services } from '#accounts/services.ts'
import { allowance } from '#events/mail/limits.ts'
import type { Message } from '#events/mail/message.ts'
import { mailTimes, type NewMail, putMail } from '#events/mail/outbox.ts'
import { seconds } from '#store/clock.ts'
import type { Writer } from '#store/store.ts'
import type { NoticeTable } from '#store/tables/mail.ts'
import { breathe } from '#store/turn.ts'
import { describeChanges, mailDomain } from './describe.ts'
import { KIND_LABELS } from './kinds/index.ts'
import { instantMail } from './mails/instant-mail.ts'
import { type Muting, muteAddress, SETTINGS_PATH } from './mute-link.ts'
import { newsNamed, newsReason } from './news.ts'
import { reasonOf } from './reasons.ts'
import { linkSecret } from './state.ts'
import { INSTANT } from './subscription-terms.ts'
import { MOST_LISTED } from './tally.ts'
import { KnownWords, type Words } from './words.ts'

type Notice = Selectable<NoticeTable>

/** People whose mails are one transaction: each transaction has to reach the disk, and on SQLite everybody waits for that. */
const ACCOUNTS_AT_ONCE = 25
const IDS_AT_ONCE = 500

/** What becomes of some notices of one person: a mail, or nothing, or they wait until some time. */
interface Outcome {
  readonly notices: readonly Notice[]
  readonly mail?: NewMail
  readonly until?: number
}

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
    const outcomes: Outcome[] = []
    const words = new KnownWords(store.read)
    for (const { account_id } of rows) {
      outcomes.push(...(await outcomesFor(services, words, account_id, now)))
      await breathe()
    }
    await store.transaction(tx => carryOut(tx, services, outcomes))
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

/** With these nothing of the account is due any more. */
async function outcomesFor(
  services: Services,
  words: KnownWords,
  accountId: number,
  now: number,
): Promise<readonly Outcome[]> {
  const { store, accounts } = services
  const notices = await store.read
    .selectFrom('notice')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  const account = await accounts.byId(store.read, accountId)
  if (account === null || !isUsable(account, now) || account.email === '') return [{ notices }]
  const sent = await mailTimes(store.read, account.email, now)
  let { now: free, next } = allowance(sent, now)
  const outcomes: Outcome[] = []
  for (const group of Map.groupBy(notices, notice => notice.notification).values()) {
    const mails = group.length <= free ? group.map(notice => [notice]) : [group]
    for (const mail of mails) {
      if (free <= 0) {
        outcomes.push({ notices: mail, until: Math.max(next, now + 1) })
        continue
      }
      const message = await messageFor(services, await words.of(account.id), account, mail)
      if (message === null) {
        outcomes.push({ notices: mail })
        continue
      }
      const name = account.realName || account.username
      const to = { key: `notice-${mail[0]!.id}`, accountId, name, address: account.email }
      outcomes.push({ notices: mail, mail: { ...to, message } })
      sent.push(now)
      if (--free <= 0) next = allowance(sent, now).next
    }
  }
  return outcomes
}

async function carryOut(tx: Writer, { clock, jobs }: Services, outcomes: readonly Outcome[]): Promise<void> {
  const idsOf = (some: readonly Outcome[]) => some.flatMap(({ notices }) => notices.map(notice => notice.id))
  const [waiting, over] = [outcomes.filter(each => each.until !== undefined), outcomes.filter(each => !each.until)]
  for (const [due_at, some] of Map.groupBy(waiting, each => each.until!))
    for (const ids of portions(idsOf(some)))
      await tx.updateTable('notice').set({ due_at }).where('id', 'in', ids).execute()
  for (const ids of portions(idsOf(over))) {
    const gone = await tx.deleteFrom('notice').where('id', 'in', ids).executeTakeFirst()
    if (Number(gone.numDeletedRows) !== ids.length) throw new Error('These notices are told already.')
  }
  const told = over.filter(each => each.mail !== undefined)
  for (const ids of portions(told.map(({ notices }) => notices.at(-1)!.subscription_id)))
    await tx.deleteFrom('subscription').where('id', 'in', ids).where('onetime', '=', 1).execute()
  for (const { mail } of told) await putMail(tx, { clock, jobs }, mail!)
}

function* portions(ids: readonly number[]): Generator<readonly number[]> {
  for (let i = 0; i < ids.length; i += IDS_AT_ONCE) yield ids.slice(i, i + IDS_AT_ONCE)
}

async function messageFor(
  services: Services,
  t: Words,
  account: Account,
  notices: readonly Notice[],
): Promise<Message | null> {
  const { store, config } = services
  const { notification } = notices.at(-1)!
  const ids = notices.flatMap(notice => JSON.parse(notice.changes) as number[])
  const listed = ids.slice(0, MOST_LISTED)
  const content = await contentOf(services, t, account, notices.at(-1)!, listed)
  if (content === null || content.changes.length === 0) return null
  const { label, changes, reason, muting } = content
  const total = notices.reduce((sum, notice) => sum + notice.total, 0) - (listed.length - changes.length)
  const mute = muteAddress(config.siteUrl, await linkSecret(store), { account: account.id, ...muting })
  const settings = `${config.siteUrl}${SETTINGS_PATH}`
  const thread = sharedThread(changes)
  const who = sharedActor(changes)
  return {
    ...instantMail(t, { label, changes, total, reason, mute, settings }),
    ...(who !== null && { fromName: who }),
    ...(thread !== null && { thread }),
    messageId: `<${randomUUID()}@${mailDomain(config.siteUrl)}>`,
    headers: notificationHeaders(notification, account, mute),
  }
}

interface MailContents {
  readonly label: string
  readonly changes: readonly Told[]
  readonly reason: string
  readonly muting: Omit<Muting, 'account'>
}

/** What is told, and why; null when it was muted or chosen otherwise since. */
async function contentOf(
  services: Services,
  t: Words,
  account: Account,
  { notification, subscription_id }: Notice,
  listed: readonly number[],
): Promise<MailContents | null> {
  const { store, config } = services
  const db = store.read
  const news = newsNamed(services, notification)
  if (news !== null) {
    const { frequencies } = await news.source.choicesOf(db, account.id)
    if (frequencies[notification] !== INSTANT) return null
    const changes = await news.source.describe(db, notification, listed, account)
    const { label } = news.kind
    return { label, changes, reason: newsReason(t, news), muting: { subscriptions: [], kinds: [notification] } }
  }
  const subscription = await db
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', subscription_id)
    .executeTakeFirst()
  if (subscription?.frequency !== INSTANT || subscription.notification !== notification) return null
  const changes = await describeChanges(db, listed, account, config.siteUrl)
  const label = KIND_LABELS.get(notification) ?? notification
  const reason = await reasonOf(db, t, subscription)
  return { label, changes, reason, muting: { subscriptions: [subscription.id], kinds: [] } }
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
