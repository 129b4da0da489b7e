import type { Selectable } from 'kysely'
import type { Account } from '#accounts/account.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import type { Kind } from './kinds/index.ts'
import { INSTANT, SCOPE } from './subscription-terms.ts'

export type Subscription = Selectable<Database['subscription']>

interface SubscriptionKey {
  notification: string
  scope: number
  project_id: number | null
  component_id: number | null
}

/** Subscriptions of a new account, in this order, all instant. */
export const DEFAULT_SUBSCRIPTIONS: readonly (readonly [scope: number, kind: Kind])[] = [
  [SCOPE.watched, 'LastAuthorCommentNotificaton'],
  [SCOPE.watched, 'MentionCommentNotificaton'],
  [SCOPE.watched, 'NewAnnouncementNotificaton'],
  [SCOPE.administered, 'MergeFailureNotification'],
  [SCOPE.administered, 'ParseErrorNotification'],
  [SCOPE.administered, 'NewTranslationNotificaton'],
  [SCOPE.administered, 'NewAlertNotificaton'],
  [SCOPE.administered, 'NewAnnouncementNotificaton'],
  [SCOPE.all, 'MentionCommentNotificaton'],
]

/** Adds the default subscriptions to a new account, unless it is a bot. */
export async function subscribeNewAccount(tx: Writer, account: Account): Promise<void> {
  if (account.isBot) return
  for (const [scope, notification] of DEFAULT_SUBSCRIPTIONS)
    await subscribe(tx, account.id, { notification, scope, project_id: null, component_id: null, frequency: INSTANT })
}

/** Null when the account already has this subscription. */
export async function subscribe(
  tx: Writer,
  account: number,
  subscription: SubscriptionKey & { frequency: number },
): Promise<Subscription | null> {
  const row = await tx
    .insertInto('subscription')
    .values({ account_id: account, ...subscription })
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** The updated subscription; null when it would duplicate another one. */
export async function changeSubscription(
  tx: Writer,
  before: Subscription,
  change: Partial<SubscriptionKey & { frequency: number }>,
): Promise<Subscription | null> {
  const after = { ...before, ...change }
  const duplicate = await tx
    .selectFrom('subscription')
    .select('id')
    .where('account_id', '=', before.account_id)
    .where('notification', '=', after.notification)
    .where('scope', '=', after.scope)
    .where('project_id', 'is not distinct from', after.project_id)
    .where('component_id', 'is not distinct from', after.component_id)
    .where('id', '<>', before.id)
    .executeTakeFirst()
  if (duplicate) return null
  await tx
    .updateTable('subscription')
    .set({
      notification: after.notification,
      scope: after.scope,
      frequency: after.frequency,
      project_id: after.project_id,
      component_id: after.component_id,
    })
    .where('id', '=', before.id)
    .execute()
  return after
}

export async function unsubscribe(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('subscription').where('id', '=', id).execute()
}

export const subscriptionsOf = (db: Reader, account: number) =>
  db.selectFrom('subscription').where('account_id', '=', account)

export async function findSubscription(db: Reader, account: number, id: number): Promise<Subscription | null> {
  const row = await subscriptionsOf(db, account).selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}
