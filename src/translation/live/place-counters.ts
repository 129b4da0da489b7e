// The numbers of a place, as pages show them.

import type { Reader } from '#store/store.ts'
import { COUNTERS, type Counters } from '../statistics/counters.ts'
import {
  componentTotals,
  languageTotals,
  percent,
  projectTotals,
  siteTotals,
  type Totals,
} from '../statistics/statistics.ts'

/** A place that has numbers: its name for pages, and where the numbers are. */
export interface CountedPlace {
  /** Such as `project:hello` or `translation:hello/main/cs`. */
  readonly name: string
  load(db: Reader): Promise<Counters & Pick<Totals, 'recent_changes'>>
}

export const sitePlace: CountedPlace = { name: 'site', load: siteTotals }

export const languagePlace = (id: number, code: string): CountedPlace => ({
  name: `language:${code}`,
  load: db => languageTotals(db, id),
})

export const projectPlace = (id: number, slug: string): CountedPlace => ({
  name: `project:${slug}`,
  load: db => projectTotals(db, id),
})

export const projectLanguagePlace = (
  project: { id: number; slug: string },
  language: { id: number; code: string },
): CountedPlace => ({
  name: `project-language:${project.slug}/${language.code}`,
  load: db => projectTotals(db, project.id, language.id),
})

export const componentPlace = (slug: string, component: { id: number; path: string }): CountedPlace => ({
  name: `component:${slug}/${component.path}`,
  load: db => componentTotals(db, component.id),
})

export const translationPlace = (slug: string, path: string, code: string, id: number): CountedPlace => ({
  name: `translation:${slug}/${path}/${code}`,
  load: async db => {
    const row = await db
      .selectFrom('translation')
      .select([...COUNTERS, 'recent_changes'])
      .where('id', '=', id)
      .executeTakeFirst()
    return row ?? { ...(Object.fromEntries(COUNTERS.map(name => [name, 0])) as Counters), recent_changes: 0 }
  },
})

const SHARES = ['translated', 'fuzzy', 'approved', 'readonly', 'failing'] as const

/** Numbers and their shares of all strings in percent. */
export async function countersOf(db: Reader, place: CountedPlace): Promise<Record<string, number>> {
  const all = await place.load(db)
  const counters: Record<string, number> = {}
  for (const name of [...COUNTERS, 'recent_changes'] as const) if (!name.endsWith('_chars')) counters[name] = all[name]
  for (const name of SHARES) counters[`${name}_percent`] = percent(all[name], all.total)
  counters.nottranslated = all.total - all.translated - all.fuzzy
  counters.nottranslated_percent = percent(counters.nottranslated, all.total)
  return counters
}
