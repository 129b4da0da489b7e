import type { Reader } from '#store/store.ts'
import { AUTO_MODES, autoTranslate } from '../catalogue/auto-translate.ts'
import { translationsOf } from '../catalogue/component-translations.ts'
import { OWN_MACHINERY } from '../catalogue/machinery.ts'
import { ACCESS } from '../catalogue/permissions.ts'
import { parseUnitSearch, unitsMatching } from '../catalogue/unit-search.ts'
import { work } from '../catalogue/work.ts'
import { help, optional } from '../fields/field.ts'
import { choice, integer, list, text } from '../fields/kinds.ts'
import { addon } from './addon.ts'

const FILTERS = {
  all: '',
  todo: 'state:<translated',
  nottranslated: 'state:empty',
  fuzzy: 'is:fuzzy',
} as const

/** What may be shown to everybody who sees the component: its own project and those that are open. */
async function sources(db: Reader, own: number): Promise<number[]> {
  const rows = await db
    .selectFrom('project')
    .select('id')
    .where(eb => eb.or([eb('id', '=', own), eb('access_control', '<', ACCESS.private)]))
    .execute()
  return rows.map(row => row.id)
}

export const autotranslate = addon({
  name: 'weblate.autotranslate.autotranslate',
  label: 'Automatic translation',
  description: 'Fills what is not translated from other components or from the translation memory.',
  events: ['component-update', 'daily'],
  settings: {
    mode: choice(AUTO_MODES),
    auto_source: choice({ others: 'Other components', mt: 'Translation memory' }),
    filter_type: optional(
      choice({
        all: 'All strings',
        todo: 'Unfinished strings',
        nottranslated: 'Untranslated strings',
        fuzzy: 'Strings marked for edit',
      }),
      'todo',
    ),
    q: help(optional(text({ max: 1000, blank: true }), ''), 'Only strings that match.'),
    component: help(optional(text({ max: 20, blank: true }), ''), 'With others: id of the component to take from.'),
    engines: help(optional(list(choice(OWN_MACHINERY), { max: 20 })), 'With mt.'),
    threshold: optional(integer({ min: 1, max: 100 }), 80),
  },
  run: async (services, parts, settings) => {
    const filter = FILTERS[settings.filter_type ?? 'todo']
    const terms = parseUnitSearch(settings.q ? `(${settings.q}) ${filter}` : filter)
    const component = /^\d{1,15}$/.test(settings.component ?? '') ? Number(settings.component) : null
    const wish = { mode: settings.mode, source: settings.auto_source, component, threshold: settings.threshold ?? 80 }
    const projects = await sources(services.store.read, parts.project.id)
    let done = 0
    for (const place of await translationsOf(services.store.read, parts)) {
      if (place.translation.is_source === 1) continue
      done += await work(services, null, async piece => {
        const wanted = await unitsMatching(piece.tx, place.translation.id, terms)
        return autoTranslate(piece, place, wish, projects, unit => wanted.has(unit.id))
      })
    }
    return done
  },
})
