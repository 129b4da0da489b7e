// Live updates for pages of the translation platform: changes and statistics.

import { type Account, usernameOf } from '#accounts/account.ts'
import type { Caller } from '#accounts/caller.ts'
import { nameShows } from '#accounts/hidden-names.ts'
import { CannotFollow, type Following, type LiveEvent, type LiveSource } from '#core/live-source.ts'
import type { Services } from '#core/services.ts'
import type { LoggedChange } from '#events/change-log.ts'
import { isoMicroseconds } from '#fields/timestamp.ts'
import { seconds } from '#store/clock.ts'
import type { Reader } from '#store/store.ts'
import { ACTION_NAMES } from '../catalogue/change-actions.ts'
import { componentByPath, projectBySlug } from '../catalogue/components.ts'
import { languageByCode } from '../catalogue/languages.ts'
import { loadPermissions, type Permissions } from '../catalogue/permissions.ts'
import { translationOf } from '../catalogue/translations.ts'
import {
  type CountedPlace,
  componentPlace,
  countersOf,
  languagePlace,
  projectLanguagePlace,
  projectPlace,
  sitePlace,
  translationPlace,
} from './place-counters.ts'

/** Changes read per batch, newest first; an import may have a hundred thousand. */
const MOST_READ = 2000
/** Changes sent individually. */
const MOST_SENT = 50
const PLACES = 300

interface Happened {
  readonly id: number
  readonly action: number
  readonly timestamp: number
  readonly user: string | null
  readonly unit_id: number | null
  readonly translation_id: number | null
  readonly project_id: number
  readonly slug: string
  readonly access_control: number
  readonly component_id: number | null
  readonly path: string | null
  readonly restricted: number | null
  readonly language_id: number | null
  readonly code: string | null
}

interface News {
  /** Newest first. */
  readonly happened: readonly Happened[]
  /** Current permissions, loaded once per account and batch, so that revoked access takes effect immediately. */
  permissions(account: Account | null): Promise<Permissions>
  /** Current statistics of a place, loaded once per set of permissions. */
  counters(place: CountedPlace, permissions: Permissions): Promise<Record<string, number>>
}

interface Place {
  readonly project: { id: number; slug: string } | null
  readonly component: { id: number; path: string } | null
  readonly language: { id: number; code: string } | null
  readonly counted: CountedPlace
}

export function liveTranslations(services: Services): LiveSource<News> {
  const { store } = services
  return {
    area: 'translation',
    parameters: ['project', 'component', 'language'],
    follow: async (caller, params) => {
      // A page that follows only the wiki passes `changes` and none of these parameters.
      if (params.has('changes') && !['project', 'component', 'language'].some(name => params.has(name))) return null
      const { account } = services.callers.beyondWiki(caller)
      const permissions = await loadPermissions(store.read, account)
      return new Follower(services, caller, await placeIn(store.read, permissions, params), permissions)
    },
    gather: async entries => {
      const cache = new Map<string, Promise<Record<string, number>>>()
      const people = new Map<number | null, Promise<Permissions>>()
      return {
        permissions(account) {
          const id = account?.id ?? null
          const permissions = people.get(id) ?? loadPermissions(store.read, account)
          people.set(id, permissions)
          return permissions
        },
        happened: await happenedIn(services, entries),
        counters(place, permissions) {
          const key = `${place.name} ${permissions.view}`
          const counters = cache.get(key) ?? countersOf(store.read, permissions, place)
          cache.set(key, counters)
          return counters
        },
      }
    },
  }
}

/** Answers the same for missing and hidden places, so that hidden ones are not revealed. */
async function placeIn(db: Reader, permissions: Permissions, params: URLSearchParams): Promise<Place> {
  const named = (name: string): string | null => {
    const value = params.get(name)
    if (value?.includes('\0')) throw new CannotFollow(404, `The ${name} was not found.`)
    return value || null
  }
  const [slug, path, code] = [named('project'), named('component'), named('language')]
  const missing = (what: string) => new CannotFollow(404, `The ${what} was not found.`)
  if (path !== null && slug === null) throw new CannotFollow(400, 'component requires project.')
  const project = slug === null ? null : await projectBySlug(db, slug)
  if (slug !== null && (project === null || !permissions.sees(project))) throw missing('project')
  const component = project === null || path === null ? null : await componentByPath(db, project.id, path)
  if (path !== null && (component === null || !permissions.seesComponent(project!, component)))
    throw missing('component')
  const language = code === null ? null : await languageByCode(db, code)
  if (code !== null && language === null) throw missing('language')
  const place = { project, component, language }
  if (component !== null && language !== null) {
    const translation = await translationOf(db, component.id, language.id)
    if (translation === null) throw missing('translation')
    return { ...place, counted: translationPlace(project!.slug, component.path, language.code, translation.id) }
  }
  if (component !== null) return { ...place, counted: componentPlace(project!.slug, component) }
  if (project !== null)
    return {
      ...place,
      counted: language ? projectLanguagePlace(project, language) : projectPlace(project.id, project.slug),
    }
  return { ...place, counted: language ? languagePlace(language.id, language.code) : sitePlace }
}

/** The changes of log entries; entries of other areas are skipped. */
async function happenedIn({ store, clock }: Services, entries: readonly LoggedChange[]): Promise<Happened[]> {
  const happened: Happened[] = []
  for (const { area, kind, data } of entries.toReversed()) {
    if (area !== 'translation' || kind !== 'changes') continue
    const runs = (data.runs as [number, number][] | undefined) ?? [[Number(data.first), Number(data.last)]]
    for (const [first, last] of runs.toReversed()) {
      if (happened.length >= MOST_READ) return happened
      const rows = await store.read
        .selectFrom('translation_change as change')
        .innerJoin('project', 'project.id', 'change.project_id')
        .leftJoin('component', 'component.id', 'change.component_id')
        .leftJoin('translation_language as language', 'language.id', 'change.language_id')
        .leftJoin('account', join => join.onRef('account.id', '=', 'change.author_id').on(nameShows(seconds(clock))))
        .select(['change.id', 'change.action', 'change.timestamp', 'change.unit_id', 'change.translation_id'])
        .select(['project.id as project_id', 'project.slug', 'project.access_control'])
        .select(['component.id as component_id', 'component.path', 'component.restricted'])
        .select(['language.id as language_id', 'language.code', usernameOf.$castTo<string | null>().as('user')])
        .where('change.id', '>=', first)
        .where('change.id', '<=', last)
        .orderBy('change.id', 'desc')
        .limit(MOST_READ - happened.length)
        .execute()
      happened.push(...rows)
    }
  }
  return happened
}

class Follower implements Following<News> {
  readonly #services: Services
  readonly #caller: Caller
  readonly #place: Place
  #permissions: Permissions

  constructor(services: Services, caller: Caller, place: Place, permissions: Permissions) {
    this.#services = services
    this.#caller = caller
    this.#place = place
    this.#permissions = permissions
  }

  async begin(): Promise<LiveEvent[]> {
    const { counted } = this.#place
    return [
      {
        name: 'statistics',
        data: { [counted.name]: await countersOf(this.#services.store.read, this.#permissions, counted) },
      },
    ]
  }

  async describe(news: News): Promise<LiveEvent[]> {
    const { account } = this.#services.callers.beyondWiki(this.#caller)
    this.#permissions = await news.permissions(account)
    const visible = news.happened.filter(each => this.#isWanted(each) && this.#sees(each))
    if (visible.length === 0) return []
    const places = new Map<string, CountedPlace>()
    for (const each of visible)
      for (const place of placesOf(each)) if (places.size < PLACES) places.set(place.name, place)
    const data: Record<string, unknown> = {}
    for (const [name, place] of places) data[name] = await news.counters(place, this.#permissions)
    const changes = visible.slice(0, MOST_SENT).reverse()
    return [...changes.map(each => ({ name: 'change', data: changeData(each) })), { name: 'statistics', data }]
  }

  #isWanted({ project_id, component_id, language_id }: Happened): boolean {
    const { project, component, language } = this.#place
    return (
      (project === null || project.id === project_id) &&
      (component === null || component.id === component_id) &&
      (language === null || language.id === language_id)
    )
  }

  #sees({ project_id: id, access_control, component_id, restricted }: Happened): boolean {
    const project = { id, access_control }
    return component_id === null || restricted === null
      ? this.#permissions.sees(project)
      : this.#permissions.seesComponent(project, { id: component_id, restricted })
  }
}

/** All places whose statistics a change may affect. */
function placesOf(each: Happened): CountedPlace[] {
  const project = { id: each.project_id, slug: each.slug }
  const places = [sitePlace, projectPlace(project.id, project.slug)]
  const component = each.component_id === null || each.path === null ? null : { id: each.component_id, path: each.path }
  const language = each.language_id === null || each.code === null ? null : { id: each.language_id, code: each.code }
  if (component) places.push(componentPlace(project.slug, component))
  if (language) places.push(languagePlace(language.id, language.code), projectLanguagePlace(project, language))
  if (component && language && each.translation_id !== null)
    places.push(translationPlace(project.slug, component.path, language.code, each.translation_id))
  return places
}

const changeData = (each: Happened) => ({
  id: each.id,
  action: each.action,
  action_name: ACTION_NAMES[each.action] ?? String(each.action),
  timestamp: isoMicroseconds(each.timestamp),
  user: each.user,
  project: each.slug,
  component: each.path,
  language: each.code,
  unit: each.unit_id,
})
