// Statistics of a place for live pages.

import type { Reader } from '#store/store.ts'
import type { Permissions } from '../catalogue/permissions.ts'
import type { PlaceKeys } from '../reports/place.ts'
import { totalsIn } from '../reports/visible-totals.ts'
import { COUNTERS, type Counters, noCounters } from '../statistics/counters.ts'
import { percent, type Totals } from '../statistics/statistics.ts'

/** A place with statistics. */
export interface CountedPlace {
  /** For example `project:hello` or `translation:hello/main/cs`. */
  readonly name: string
  load(db: Reader, permissions: Permissions): Promise<Counters & Pick<Totals, 'recent_changes'>>
}

/** Counts only what the listener may see. */
const placed = (name: string, place: PlaceKeys): CountedPlace => ({
  name,
  load: (db, permissions) => totalsIn(db, permissions, place),
})

export const sitePlace: CountedPlace = placed('site', {})

export const languagePlace = (id: number, code: string): CountedPlace =>
  placed(`language:${code}`, { language: { id } })

export const projectPlace = (id: number, slug: string): CountedPlace => placed(`project:${slug}`, { project: { id } })

export const projectLanguagePlace = (
  project: { id: number; slug: string },
  language: { id: number; code: string },
): CountedPlace => placed(`project-language:${project.slug}/${language.code}`, { project, language })

export const componentPlace = (slug: string, component: { id: number; path: string }): CountedPlace =>
  placed(`component:${slug}/${component.path}`, { component })

export const translationPlace = (slug: string, path: string, code: string, id: number): CountedPlace => ({
  name: `translation:${slug}/${path}/${code}`,
  load: async db => {
    const row = await db
      .selectFrom('translation')
      .select([...COUNTERS, 'recent_changes'])
      .where('id', '=', id)
      .executeTakeFirst()
    return row ?? { ...noCounters(), recent_changes: 0 }
  },
})

const SHARES = ['translated', 'fuzzy', 'approved', 'readonly', 'failing'] as const

/** Counters and their percentages of all strings. */
export async function countersOf(
  db: Reader,
  permissions: Permissions,
  place: CountedPlace,
): Promise<Record<string, number>> {
  const all = await place.load(db, permissions)
  const counters: Record<string, number> = {}
  for (const name of [...COUNTERS, 'recent_changes'] as const) if (!name.endsWith('_chars')) counters[name] = all[name]
  for (const name of SHARES) counters[`${name}_percent`] = percent(all[name], all.total)
  counters.nottranslated = all.total - all.translated - all.fuzzy
  counters.nottranslated_percent = percent(counters.nottranslated, all.total)
  return counters
}
