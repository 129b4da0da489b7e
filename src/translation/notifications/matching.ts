import type { Selectable } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { type FindSubscriptions, type SubscriptionQuery, storedSubscriptions } from './find-subscriptions.ts'
import type { NotificationKind } from './kinds/index.ts'
import type { ChangeRow } from './kinds/kind.ts'
import { accountsWithAccess, accountsWithPermission, both, type People } from './reach.ts'
import { SCOPE } from './subscription-terms.ts'

type Subscription = Selectable<Database['subscription']>

/** A recipient and the subscription that applies. */
export interface Recipient {
  readonly account: number
  readonly subscription: Subscription
}

/** The project and component of an event; null when it has none. */
interface EventPlace {
  readonly project_id: number | null
  readonly component_id: number | null
}

const NAMES_AT_ONCE = 1000

/**
 * Finds the recipients of changes. Caches its lookups, so create one per run: a batch of log entries or a digest.
 */
export class Matching {
  readonly #db: Reader
  readonly #find: FindSubscriptions
  readonly #cache = new Map<string, Promise<unknown>>()

  /** `now` is in seconds since 1970. */
  constructor(db: Reader, now: number, find: FindSubscriptions = storedSubscriptions(db, now)) {
    this.#db = db
    this.#find = find
  }

  #once<T>(key: string, load: () => Promise<T>): Promise<T> {
    const cached = this.#cache.get(key) as Promise<T> | undefined
    if (cached !== undefined) return cached
    const loaded = load()
    this.#cache.set(key, loaded)
    return loaded
  }

  /** All accounts whose subscriptions match, whatever the frequency: instant, digest, or muted (0). */
  async recipients(kind: NotificationKind, change: ChangeRow): Promise<readonly Recipient[]> {
    if ((kind.needsUnit && change.unit_id === null) || kind.fits?.(change) === false) return []
    const only = (await kind.only?.(this.#db, change)) ?? null
    if (only?.size === 0) return []
    const languages = await this.languagesOf(kind, change)
    const matches =
      only === null
        ? await this.subscribers(kind, change, languages)
        : await this.#subscribers(kind, change, languages, only)
    if (matches.length === 0) return matches
    const permitted = await this.#permitted(kind, change)
    return matches.filter(({ account }) => account !== change.account_id && isAmong(permitted, account))
  }

  /** Accounts with the permission that a kind requires. */
  async #permitted({ may }: NotificationKind, { project_id }: EventPlace): Promise<People> {
    if (may === undefined || project_id === null) return null
    const project = await this.#project(project_id)
    return this.#once(`${may} ${project_id}`, async () =>
      project ? accountsWithPermission(this.#db, project, may) : new Set<number>(),
    )
  }

  /** Accounts that subscribed to a kind and can see the place, each with its narrowest matching subscription. */
  subscribers(
    kind: NotificationKind,
    place: EventPlace,
    languages: readonly number[] | null = null,
  ): Promise<readonly Recipient[]> {
    const key = `subscribers ${kind.name} ${place.project_id} ${place.component_id} ${languages}`
    return this.#once(key, () => this.#subscribers(kind, place, languages, null))
  }

  async #subscribers(
    kind: NotificationKind,
    place: EventPlace,
    speaking: readonly number[] | null,
    only: People,
  ): Promise<Recipient[]> {
    const { project_id, component_id } = place
    const { name: notification } = kind
    // Events outside projects only match "all projects" and "watched projects".
    if (project_id === null) {
      const find = (scope: number) => this.#of(only, { notification, scope, speaking })
      return winners([...(await find(SCOPE.all)), ...(await find(SCOPE.watched))])
    }
    const project = await this.#project(project_id)
    const component = component_id === null ? null : await this.#component(component_id)
    // Deleted meanwhile.
    if (project === undefined || component === undefined) return []
    const viewers = await this.#once(`viewers ${project_id} ${component_id}`, () =>
      accountsWithAccess(this.#db, project, component),
    )
    const people = both(only, viewers)
    const managers = await this.#once(`managers ${project_id}`, () =>
      accountsWithPermission(this.#db, project, 'project.edit'),
    )
    const find = (scope: number, more: Partial<SubscriptionQuery> = {}) =>
      this.#of(people, { notification, scope, speaking, ...more })
    return winners([
      ...(await find(SCOPE.all)),
      ...(await find(SCOPE.watched, kind.ignoresWatching ? {} : { watching: project_id })),
      // Every account has these subscriptions but few manage anything, so look them up by account.
      ...(await this.#of(both(people, managers), { notification, scope: SCOPE.administered, speaking })),
      ...(await find(SCOPE.project, { project: project_id })),
      ...(component_id === null ? [] : await find(SCOPE.component, { component: component_id })),
    ])
  }

  /** Subscriptions of some accounts, in batches; of all accounts when `people` is null. */
  async #of(people: People, query: Omit<SubscriptionQuery, 'only'>): Promise<readonly Subscription[]> {
    if (people === null) return this.#find({ ...query, only: null })
    const rows: Subscription[] = []
    const ids = [...people]
    for (let i = 0; i < ids.length; i += NAMES_AT_ONCE)
      rows.push(...(await this.#find({ ...query, only: new Set(ids.slice(i, i + NAMES_AT_ONCE)) })))
    return rows
  }

  #project(id: number) {
    return this.#once(`project ${id}`, () =>
      this.#db.selectFrom('project').select(['id', 'access_control']).where('id', '=', id).executeTakeFirst(),
    )
  }

  #component(id: number) {
    return this.#once(`component ${id}`, () =>
      this.#db.selectFrom('component').select(['id', 'restricted']).where('id', '=', id).executeTakeFirst(),
    )
  }

  /** The languages a change affects; null when language does not matter. */
  async languagesOf(kind: NotificationKind, change: ChangeRow): Promise<readonly number[] | null> {
    const { language_id, translation_id, component_id } = change
    if (kind.languages === 'any' || language_id === null) return null
    if (kind.languages === 'own' || translation_id === null || component_id === null) return [language_id]
    const translations = await this.translationsIn(component_id)
    if (translations.find(each => each.id === translation_id)?.is_source !== 1) return [language_id]
    if (kind.languages === 'unless source') return null
    const languages = translations.map(each => each.language_id)
    if (!kind.onlyUntranslated) return languages
    const done = await this.#translatedInto(change)
    return languages.filter(id => !done.has(id))
  }

  /** The languages into which a source string is already translated: strings may arrive with translations. */
  async #translatedInto({ unit_id, component_id }: ChangeRow): Promise<Set<number>> {
    const rows = await this.#db
      .selectFrom('unit')
      .innerJoin('translation', 'translation.id', 'unit.translation_id')
      .select('translation.language_id')
      .where('unit.source_unit_id', '=', unit_id)
      .where('translation.component_id', '=', component_id)
      .where('unit.state', '>=', UNIT_STATES.translated)
      .execute()
    return new Set(rows.map(row => row.language_id))
  }

  translationsIn(component: number) {
    return this.#once(`translations ${component}`, () =>
      this.#db
        .selectFrom('translation')
        .select(['id', 'language_id', 'is_source'])
        .where('component_id', '=', component)
        .execute(),
    )
  }

  /** Accounts that translate into a language. */
  speakersOf(language: number): Promise<ReadonlySet<number>> {
    return this.#once(`speakers ${language}`, async () => {
      const rows = await this.#db
        .selectFrom('account_language')
        .select('account_id')
        .where('language_id', '=', language)
        .where('secondary', '=', 0)
        .execute()
      return new Set(rows.map(row => row.account_id))
    })
  }
}

const isAmong = (people: People, account: number): boolean => people === null || people.has(account)

/** Keeps each account's subscription with the highest scope, even when it is muted. */
function winners(rows: readonly Subscription[]): Recipient[] {
  const best = new Map<number, Subscription>()
  for (const row of rows) {
    const before = best.get(row.account_id)
    if (before === undefined || row.scope > before.scope) best.set(row.account_id, row)
  }
  return [...best].map(([account, subscription]) => ({ account, subscription }))
}
