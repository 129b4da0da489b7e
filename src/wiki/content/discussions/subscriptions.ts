import { optionsOf } from '#accounts/options.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { PageName } from '../pages.ts'

/** MediaWiki's preference: subscribe to topics by writing in them. On by default. */
export const AUTO_SUBSCRIBE = 'discussiontools-autotopicsub'

const OFF = 0
const ON = 1
const AUTOMATIC = 2

export interface SubscribedTopic extends PageName {
  /** Name of the heading. */
  readonly topic: string
  readonly section: string
}

/** Whether an account is subscribed, by topic. Those without an entry never were. */
export async function subscriptionsOf(
  db: Reader,
  accountId: number,
  topics: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  if (topics.length === 0) return new Map()
  const rows = await db
    .selectFrom('topic_subscription')
    .select(['topic', 'state'])
    .where('account_id', '=', accountId)
    .where('topic', 'in', topics)
    .execute()
  return new Map(rows.map(({ topic, state }) => [topic, state !== OFF]))
}

/** Subscribes an account to a topic, or ends the subscription. */
export async function setSubscription(
  tx: Writer,
  accountId: number,
  { topic, ns, title, section }: SubscribedTopic,
  on: boolean,
  now: number,
): Promise<void> {
  const state = on ? ON : OFF
  await tx
    .insertInto('topic_subscription')
    .values({ account_id: accountId, topic, ns, title, section, state, created_at: now })
    .onConflict(conflict => conflict.columns(['account_id', 'topic']).doUpdateSet({ state }))
    .execute()
}

/** Subscribes an account that wrote in a topic, unless it chose otherwise for this topic. */
export async function subscribeAuthor(
  tx: Writer,
  accountId: number,
  { topic, ns, title, section }: SubscribedTopic,
  now: number,
): Promise<void> {
  await tx
    .insertInto('topic_subscription')
    .values({ account_id: accountId, topic, ns, title, section, state: AUTOMATIC, created_at: now })
    .onConflict(conflict => conflict.columns(['account_id', 'topic']).doNothing())
    .execute()
}

/** Whether writing in a topic subscribes the account to it. */
export async function subscribesAutomatically(db: Reader, accountId: number): Promise<boolean> {
  const own = (await optionsOf(db, accountId)).get(AUTO_SUBSCRIBE)
  return own === undefined || own === null || (own !== '' && own !== '0')
}

/** The accounts subscribed to any of some topics. */
export async function subscribersOf(db: Reader, topics: readonly string[]): Promise<number[]> {
  if (topics.length === 0) return []
  const rows = await db
    .selectFrom('topic_subscription')
    .select('account_id')
    .distinct()
    .where('topic', 'in', topics)
    .where('state', '<>', OFF)
    .execute()
  return rows.map(row => row.account_id)
}
