import type { Selectable } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { SubscriptionTable } from '#store/tables/translation-people.ts'
import type { People } from './reach.ts'

type Subscription = Selectable<SubscriptionTable>

/** Which subscriptions are asked for. */
export interface Wanted {
  readonly notification: string
  readonly scope: number
  /** Of these people alone. */
  readonly only: People
  /** About this project, about this component. */
  readonly project?: number
  readonly component?: number
  /** Of those who watch this project. */
  readonly watching?: number
  /** Of those who translate into one of these languages; null when it does not matter. */
  readonly speaking?: readonly number[] | null
}

/** Where subscriptions come from: the table, or what somebody thinks of choosing. */
export type FindSubscriptions = (wanted: Wanted) => Promise<readonly Subscription[]>

const PEOPLE_AT_ONCE = 500

/** Subscriptions of those who can get mail: no bots, nobody whose account is closed or whose address is unknown. */
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
    // Whom it concerns is found first, and their subscriptions by name: those of others are never looked at.
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
    // Everybody may have asked for this, and nobody more than once; a statement that reads all of them would keep requests waiting.
    const found: Subscription[] = []
    for (let last = 0; ; last = found.at(-1)!.account_id) {
      const some = await rows
        .where('subscription.account_id', '>', last)
        .orderBy('subscription.account_id')
        .limit(PEOPLE_AT_ONCE)
        .execute()
      for (const row of some) found.push(row)
      if (some.length < PEOPLE_AT_ONCE) return found
    }
  }

/** What one person thinks of choosing, whether mail could reach them or not. */
export const imaginedSubscriptions =
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
