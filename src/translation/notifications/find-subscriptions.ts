import type { Selectable } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import type { People } from './reach.ts'

type Subscription = Selectable<Database['subscription']>

/** Criteria for subscriptions. */
export interface SubscriptionQuery {
  readonly notification: string
  readonly scope: number
  /** Restricts to these accounts. */
  readonly only: People
  /** Restricts to subscriptions for this project or component. */
  readonly project?: number
  readonly component?: number
  /** Restricts to accounts that watch this project. */
  readonly watching?: number
  /** Restricts to accounts that translate into one of these languages, unless null. */
  readonly speaking?: readonly number[] | null
}

/** Source of subscriptions: the database, or a hypothetical choice for the preview. */
export type FindSubscriptions = (query: SubscriptionQuery) => Promise<readonly Subscription[]>

const PEOPLE_AT_ONCE = 500

/** Subscriptions of accounts that can receive email: active people with a confirmed address. */
export const storedSubscriptions =
  (db: Reader, now: number): FindSubscriptions =>
  async ({ notification, scope, only, project, component, watching, speaking = null }) => {
    let rows = db
      .selectFrom('subscription')
      .innerJoin('account', 'account.id', 'subscription.account_id')
      .selectAll('subscription')
      .where('subscription.notification', '=', notification)
      .where('subscription.scope', '=', scope)
      .where('account.is_active', '=', 1)
      .where('account.is_bot', '=', 0)
      .where('account.email', '<>', '')
      .where('account.email_confirmed_at', 'is not', null)
      .where(eb => eb.or([eb('account.expires_at', 'is', null), eb('account.expires_at', '>', now)]))
    if (only !== null) rows = rows.where('subscription.account_id', 'in', [...only])
    if (project !== undefined) rows = rows.where('subscription.project_id', '=', project)
    if (component !== undefined) rows = rows.where('subscription.component_id', '=', component)
    // Subqueries by account, so that subscriptions of other accounts are never scanned.
    if (watching !== undefined)
      rows = rows.where('subscription.account_id', 'in', eb =>
        eb.selectFrom('project_watch').select('project_watch.account_id').where('project_id', '=', watching),
      )
    if (speaking !== null)
      rows = rows.where('subscription.account_id', 'in', eb =>
        eb
          .selectFrom('account_language')
          .select('account_language.account_id')
          .where('language_id', 'in', [-1, ...speaking])
          .where('secondary', '=', 0),
      )
    const isNarrow = [project, component, watching].some(each => each !== undefined) || speaking !== null
    if (isNarrow || only !== null) return rows.execute()
    // Potentially every account, each at most once: read in batches so that requests are not blocked.
    const result: Subscription[] = []
    for (let last = 0; ; last = result.at(-1)!.account_id) {
      const some = await rows
        .where('subscription.account_id', '>', last)
        .orderBy('subscription.account_id')
        .limit(PEOPLE_AT_ONCE)
        .execute()
      for (const row of some) result.push(row)
      if (some.length < PEOPLE_AT_ONCE) return result
    }
  }

/** Hypothetical subscriptions of one account, whether or not it can receive email. */
export const hypotheticalSubscriptions =
  (
    account: number,
    rows: readonly Subscription[],
    watched: ReadonlySet<number>,
    languages: readonly number[],
  ): FindSubscriptions =>
  async ({ notification, scope, only, project, component, watching, speaking = null }) =>
    (only !== null && !only.has(account)) ||
    (watching !== undefined && !watched.has(watching)) ||
    (speaking !== null && !speaking.some(language => languages.includes(language)))
      ? []
      : rows.filter(
          row =>
            row.notification === notification &&
            row.scope === scope &&
            (project === undefined || row.project_id === project) &&
            (component === undefined || row.component_id === component),
        )
