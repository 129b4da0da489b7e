import type { Selectable } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { SubscriptionTable } from '#store/tables/translation-people.ts'
import type { NotificationKind } from './kinds/index.ts'
import type { ChangeRow } from './kinds/kind.ts'
import { both, type People, whoMay, whoSees } from './reach.ts'
import { SCOPE } from './subscription-terms.ts'
import { type FindSubscriptions, storedSubscriptions, type Wanted } from './wanted.ts'

type Subscription = Selectable<SubscriptionTable>

/** Somebody who is to be told, and the subscription that decided so. */
export interface Recipient {
  readonly account: number
  readonly subscription: Subscription
}

/** Where something happened; null where it is not that narrow. */
interface EventPlace {
  readonly project_id: number | null
  readonly component_id: number | null
}

const NAMES_AT_ONCE = 1000

/**
 * Finds out who is told of what. It remembers what it has looked up, so one of these serves a moment's work: a log entry, a
 * run of digests.
 */
export class Matching {
  readonly #db: Reader
  readonly #find: FindSubscriptions
  readonly #known = new Map<string, Promise<unknown>>()

  /** `now` is in seconds since 1970. */
  constructor(db: Reader, now: number, find: FindSubscriptions = storedSubscriptions(db, now)) {
    this.#db = db
    this.#find = find
  }

  #once<T>(key: string, load: () => Promise<T>): Promise<T> {
    const known = this.#known.get(key) as Promise<T> | undefined
    if (known !== undefined) return known
    const fresh = load()
    this.#known.set(key, fresh)
    return fresh
  }

  /** Everybody whom a kind tells of a change: at once, in a digest, or (frequency 0) not at all. */
  async recipients(kind: NotificationKind, change: ChangeRow): Promise<readonly Recipient[]> {
    if ((kind.needsUnit && change.unit_id === null) || kind.fits?.(change) === false) return []
    const only = (await kind.only?.(this.#db, change)) ?? null
    if (only?.size === 0) return []
    const languages = await this.languagesOf(kind, change)
    const here =
      only === null
        ? await this.subscribers(kind, change, languages)
        : await this.#subscribers(kind, change, languages, only)
    if (here.length === 0) return here
    const able = await this.#able(kind, change)
    return here.filter(({ account }) => account !== change.account_id && isAmong(able, account))
  }

  /** Who may do what a kind demands of those it tells. */
  async #able({ may }: NotificationKind, { project_id }: EventPlace): Promise<People> {
    if (may === undefined || project_id === null) return null
    const project = await this.#project(project_id)
    return this.#once(`${may} ${project_id}`, async () =>
      project ? whoMay(this.#db, project, may) : new Set<number>(),
    )
  }

  /** Whoever has subscribed to a kind and sees the place, each by the narrowest of the subscriptions that fit it. */
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
    // Outside of any project there is nothing to watch or to manage.
    if (project_id === null) {
      const find = (scope: number) => this.#of(only, { notification, scope, speaking })
      return winners([...(await find(SCOPE.all)), ...(await find(SCOPE.watched))])
    }
    const project = await this.#project(project_id)
    const component = component_id === null ? null : await this.#component(component_id)
    // Gone since; nobody is told of what nobody can see.
    if (project === undefined || component === undefined) return []
    const seers = await this.#once(`seers ${project_id} ${component_id}`, () => whoSees(this.#db, project, component))
    const people = both(only, seers)
    const managers = await this.#once(`managers ${project_id}`, () => whoMay(this.#db, project, 'project.edit'))
    const find = (scope: number, more: Partial<Wanted> = {}) =>
      this.#of(people, { notification, scope, speaking, ...more })
    return winners([
      ...(await find(SCOPE.all)),
      ...(await find(SCOPE.watched, kind.ignoresWatching ? {} : { watching: project_id })),
      // Everybody has subscriptions for what they manage, and few manage anything: so those are asked for by name.
      ...(await this.#of(both(people, managers), { notification, scope: SCOPE.administered, speaking })),
      ...(await find(SCOPE.project, { project: project_id })),
      ...(component_id === null ? [] : await find(SCOPE.component, { component: component_id })),
    ])
  }

  /** Subscriptions of some people, so many names at a time; those of everybody when `people` is null. */
  async #of(people: People, wanted: Omit<Wanted, 'only'>): Promise<readonly Subscription[]> {
    if (people === null) return this.#find({ ...wanted, only: null })
    const found: Subscription[] = []
    const ids = [...people]
    for (let i = 0; i < ids.length; i += NAMES_AT_ONCE)
      found.push(...(await this.#find({ ...wanted, only: new Set(ids.slice(i, i + NAMES_AT_ONCE)) })))
    return found
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

  /** The languages that a change concerns; null when language does not matter. */
  async languagesOf(kind: NotificationKind, change: ChangeRow): Promise<readonly number[] | null> {
    const { language_id, translation_id, component_id } = change
    if (kind.languages === 'any' || language_id === null) return null
    if (kind.languages === 'own' || translation_id === null || component_id === null) return [language_id]
    const translations = await this.translationsIn(component_id)
    if (translations.find(each => each.id === translation_id)?.is_source !== 1) return [language_id]
    return kind.languages === 'unless source' ? null : translations.map(each => each.language_id)
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

  /** Who translates into a language. */
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

/** Per account the subscription with the highest scope, which alone decides; a muted one mutes. */
function winners(rows: readonly Subscription[]): Recipient[] {
  const best = new Map<number, Subscription>()
  for (const row of rows) {
    const before = best.get(row.account_id)
    if (before === undefined || row.scope > before.scope) best.set(row.account_id, row)
  }
  return [...best].map(([account, subscription]) => ({ account, subscription }))
}
