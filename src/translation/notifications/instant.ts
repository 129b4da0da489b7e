import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { type Account, isUsable } from '#accounts/account.ts'
import { mailSite } from '#core/mail-site.ts'
import type { DescribedChange } from '#core/news-source.ts'
import type { Services } from '#core/services.ts'
import { mutedAmong } from '#events/inbox/mutes.ts'
import { allowance } from '#events/mail/limits.ts'
import type { Message } from '#events/mail/message.ts'
import { mailTimes, type NewMail, putMails } from '#events/mail/outbox.ts'
import { linkSecret } from '#events/mail/state.ts'
import { seconds } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'
import { storedNumbers } from '#store/stored-json.ts'
import type { Database } from '#store/tables/database.ts'
import { breathe } from '#store/turn.ts'
import { DescribedChanges, mailDomain } from './describe.ts'
import { KIND_LABELS } from './kinds/index.ts'
import { instantMail } from './mails/instant-mail.ts'
import { type Muting, muteAddress, SETTINGS_PATH } from './mute-link.ts'
import { newsNamed, newsReason } from './news.ts'
import { ReasonCache } from './reasons.ts'
import { INSTANT } from './subscription-terms.ts'
import { MOST_LISTED } from './tally.ts'
import { type Words, WordsCache } from './words.ts'

type Notice = Selectable<Database['notice']>
type Subscription = Selectable<Database['subscription']>

/** Accounts per transaction: each commit waits for the disk, and on SQLite all writers wait with it. */
const ACCOUNTS_AT_ONCE = 25
const IDS_AT_ONCE = 500

/** What happens to notices of one account: an email, nothing, or a delay until a later time. */
interface Outcome {
  readonly notices: readonly Notice[]
  readonly mail?: NewMail
  readonly until?: number
}

/** Data shared by all emails of one run. */
interface Writing {
  readonly services: Services
  readonly now: number
  readonly words: WordsCache
  readonly described: DescribedChanges
  readonly reasons: ReasonCache
  readonly secret: string
}

/** The recipient of an email. */
interface Addressee {
  readonly account: Account
  readonly t: Words
  readonly subscriptions: ReadonlyMap<number, Subscription>
}

/** Turns due notices into emails within the rate limits; the rest wait and are combined into fewer emails. */
export async function writeInstantMails(services: Services): Promise<void> {
  const { store, clock, config } = services
  const now = seconds(clock)
  let writing: Writing | null = null
  for (;;) {
    const rows = await store.read
      .selectFrom('notice')
      .select('account_id')
      .distinct()
      .where('due_at', '<=', now)
      .limit(ACCOUNTS_AT_ONCE)
      .execute()
    if (rows.length === 0) return
    if (writing === null) await services.face.reload()
    writing ??= {
      services,
      now,
      words: new WordsCache(store.read),
      described: new DescribedChanges(store.read, config.siteUrl),
      reasons: new ReasonCache(store.read),
      secret: await linkSecret(store),
    }
    const outcomes = await outcomesFor(
      writing,
      rows.map(row => row.account_id),
    )
    await store.transaction(tx => carryOut(tx, services, outcomes))
  }
}

/** When the next notice is due; null when there is none. */
export async function nextNotice(db: Services['store']['read']): Promise<number | null> {
  const row = await db
    .selectFrom('notice')
    .select(eb => eb.fn.min('due_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

/** Decides on every due notice of the accounts. */
async function outcomesFor(writing: Writing, accountIds: readonly number[]): Promise<Outcome[]> {
  const { services, now, words } = writing
  const db = services.store.read
  const notices = await db
    .selectFrom('notice')
    .selectAll()
    .where('account_id', 'in', accountIds)
    .orderBy('id')
    .execute()
  const accounts = await services.accounts.byIds(db, accountIds)
  const reachable = [...accounts.values()].filter(account => isUsable(account, now) && account.email !== '')
  const wordsByAccount = await words.of(reachable.map(account => account.id))
  const times = await mailTimes(
    db,
    reachable.map(account => account.email),
    now,
  )
  const subscriptions = await subscriptionsOf(db, notices)
  const outcomes: Outcome[] = []
  for (const [accountId, own] of Map.groupBy(notices, notice => notice.account_id)) {
    const t = wordsByAccount.get(accountId)
    const account = accounts.get(accountId)
    if (t === undefined || account === undefined) outcomes.push({ notices: own })
    else {
      const sent = times.get(account.email.toLowerCase())!
      outcomes.push(...(await mailsTo(writing, { account, t, subscriptions }, own, sent)))
    }
    await breathe()
  }
  return outcomes
}

async function subscriptionsOf(db: Reader, notices: readonly Notice[]): Promise<Map<number, Subscription>> {
  const ids = [...new Set(notices.map(notice => notice.subscription_id))].filter(id => id > 0)
  const subscriptions = new Map<number, Subscription>()
  for (const some of portions(ids))
    for (const row of await db.selectFrom('subscription').selectAll().where('id', 'in', some).execute())
      subscriptions.set(row.id, row)
  return subscriptions
}

/** `sent` holds the times of earlier emails to the address; new ones are appended. */
async function mailsTo(
  writing: Writing,
  to: Addressee,
  notices: readonly Notice[],
  sent: number[],
): Promise<readonly Outcome[]> {
  const { now } = writing
  const { account } = to
  let { now: free, next } = allowance(sent, now)
  const outcomes: Outcome[] = []
  for (const group of Map.groupBy(notices, notice => notice.notification).values()) {
    const mails = group.length <= free ? group.map(notice => [notice]) : [group]
    for (const mail of mails) {
      if (free <= 0) {
        outcomes.push({ notices: mail, until: Math.max(next, now + 1) })
        continue
      }
      const message = await messageFor(writing, to, mail)
      if (message === null) {
        outcomes.push({ notices: mail })
        continue
      }
      const name = account.realName || account.username
      const envelope = { key: `notice-${mail[0]!.id}`, accountId: account.id, name, address: account.email }
      outcomes.push({ notices: mail, mail: { ...envelope, message } })
      sent.push(now)
      if (--free <= 0) next = allowance(sent, now).next
    }
  }
  return outcomes
}

async function carryOut(tx: Writer, { clock, jobs }: Services, outcomes: readonly Outcome[]): Promise<void> {
  const idsOf = (some: readonly Outcome[]) => some.flatMap(({ notices }) => notices.map(notice => notice.id))
  const delayed = outcomes.filter(each => each.until !== undefined)
  const handled = outcomes.filter(each => !each.until)
  for (const [due_at, some] of Map.groupBy(delayed, each => each.until!))
    for (const ids of portions(idsOf(some)))
      await tx.updateTable('notice').set({ due_at }).where('id', 'in', ids).execute()
  for (const ids of portions(idsOf(handled))) {
    const deleted = await tx.deleteFrom('notice').where('id', 'in', ids).executeTakeFirst()
    if (Number(deleted.numDeletedRows) !== ids.length) throw new Error('Another worker already sent these notices.')
  }
  const emailed = handled.filter(each => each.mail !== undefined)
  for (const ids of portions(emailed.map(({ notices }) => notices.at(-1)!.subscription_id)))
    await tx.deleteFrom('subscription').where('id', 'in', ids).where('onetime', '=', 1).execute()
  await putMails(
    tx,
    { clock, jobs },
    emailed.map(each => each.mail!),
  )
}

function* portions(ids: readonly number[]): Generator<readonly number[]> {
  for (let i = 0; i < ids.length; i += IDS_AT_ONCE) yield ids.slice(i, i + IDS_AT_ONCE)
}

async function messageFor(writing: Writing, to: Addressee, notices: readonly Notice[]): Promise<Message | null> {
  const { services, secret } = writing
  const { siteUrl } = services.config
  const { account, t } = to
  const { notification } = notices.at(-1)!
  const ids = notices.flatMap(notice => storedNumbers(notice.changes))
  const listed = ids.slice(0, MOST_LISTED)
  const content = await contentOf(writing, to, notices.at(-1)!, listed)
  if (content === null) return null
  const { label, reason, muting } = content
  const changes = await unmuted(services.store.read, account.id, notification, content.changes)
  if (changes.length === 0) return null
  const total = notices.reduce((sum, notice) => sum + notice.total, 0) - (listed.length - changes.length)
  const mute = muteAddress(siteUrl, secret, { account: account.id, ...muting })
  const settings = `${siteUrl}${SETTINGS_PATH}`
  const muted = shared(changes.map(change => change.mutes ?? null))
  const muteThread =
    muted === null
      ? null
      : muteAddress(siteUrl, secret, { account: account.id, subscriptions: [], kinds: [], threads: [muted] })
  const thread = sharedThread(changes)
  const who = sharedActor(changes)
  return {
    ...instantMail(t, { label, changes, total, reason, mute, muteThread, settings, site: mailSite(services) }),
    ...(who !== null && { fromName: who }),
    ...(thread !== null && { thread }),
    messageId: `<${randomUUID()}@${mailDomain(siteUrl)}>`,
    headers: notificationHeaders(notification, account, mute),
  }
}

/** Kinds addressed to the recipient in person, which muting a thread does not stop. */
const DIRECT = ['MentionCommentNotificaton', 'WikiMentionNotification', 'WikiTalkPageNotification']

/** Without changes in threads that the recipient muted. */
async function unmuted(
  db: Reader,
  account: number,
  notification: string,
  changes: readonly DescribedChange[],
): Promise<readonly DescribedChange[]> {
  if (DIRECT.includes(notification)) return changes
  const threads = changes.flatMap(change => change.mutes ?? [])
  if (threads.length === 0) return changes
  const muted = await mutedAmong(db, [account], threads)
  return changes.filter(change => !muted.has(`${account} ${change.mutes}`))
}

interface MailContents {
  readonly label: string
  readonly changes: readonly DescribedChange[]
  readonly reason: string
  readonly muting: Omit<Muting, 'account'>
}

/** The content of an email and the reason for it; null when the subscription was muted or changed since. */
async function contentOf(
  { services, described, reasons }: Writing,
  { account, t, subscriptions }: Addressee,
  { notification, subscription_id }: Notice,
  listed: readonly number[],
): Promise<MailContents | null> {
  const db = services.store.read
  const news = newsNamed(services, notification)
  if (news !== null) {
    const { frequencies } = await news.source.choicesOf(db, account.id)
    if (frequencies[notification] !== INSTANT) return null
    const changes = await news.source.describe(db, notification, listed, account)
    const { label } = news.kind
    return { label, changes, reason: newsReason(t, news), muting: { subscriptions: [], kinds: [notification] } }
  }
  const subscription = subscriptions.get(subscription_id)
  if (subscription?.frequency !== INSTANT || subscription.notification !== notification) return null
  const changes = await described.of(listed, account)
  const label = KIND_LABELS.get(notification) ?? notification
  const reason = await reasons.of(t, subscription)
  return { label, changes, reason, muting: { subscriptions: [subscription.id], kinds: [] } }
}

export const notificationHeaders = (kind: string, account: Account, mute: string): Record<string, string> => ({
  'X-Parlance-Notification': kind,
  'X-Parlance-Recipient-Username': account.username,
  'List-Unsubscribe': `<${mute}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const shared = <T>(values: readonly T[]): T | null => (values.every(value => value === values[0]) ? values[0]! : null)

const sharedThread = (changes: readonly DescribedChange[]): string | null =>
  shared(changes.map(change => change.thread))
const sharedActor = (changes: readonly DescribedChange[]): string | null => shared(changes.map(change => change.who))
