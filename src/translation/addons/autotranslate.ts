import { help, optional } from '#fields/field.ts'
import { choice, integer, list, text } from '#fields/kinds.ts'
import type { Reader } from '#store/store.ts'
import { AUTO_MODES, autoTranslate } from '../catalogue/auto-translate.ts'
import { translationsOf } from '../catalogue/component-translations.ts'
import { askMachines } from '../catalogue/machine-translation.ts'
import { MACHINERY, MEMORY } from '../catalogue/machinery.ts'
import { ACCESS } from '../catalogue/permissions.ts'
import { parseUnitSearch, unitsMatching } from '../catalogue/unit-search.ts'
import { work } from '../catalogue/work.ts'
import { addon } from './addon.ts'

const FILTERS = {
  all: '',
  todo: 'state:<translated',
  nottranslated: 'state:empty',
  fuzzy: 'is:fuzzy',
} as const

/** Strings of a translation that services of others are asked for in one run, and how long that may take; the next run goes on. */
const MOST_BY_MACHINE = 500
const PATIENCE_MS = 120_000

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
  description:
    'Fills what is not translated from other components, from the translation memory, or by services that translate.',
  events: ['component-update', 'daily'],
  settings: {
    mode: choice(AUTO_MODES),
    auto_source: choice({ others: 'Other components', mt: 'Translation memory and services' }),
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
    engines: help(
      optional(list(choice(MACHINERY), { max: 20 })),
      'With mt: what is asked, the memory first; it alone when nothing is named.',
    ),
    threshold: help(
      optional(integer({ min: 1, max: 100 }), 80),
      'Least likeness of what the memory knows, in percent.',
    ),
  },
  run: async (services, parts, settings) => {
    const filter = FILTERS[settings.filter_type ?? 'todo']
    const terms = parseUnitSearch(settings.q ? `(${settings.q}) ${filter}` : filter)
    const component = /^\d{1,15}$/.test(settings.component ?? '') ? Number(settings.component) : null
    const { mode, auto_source: source, threshold = 80 } = settings
    const engines = source === 'mt' ? (settings.engines?.length ? settings.engines : [MEMORY]) : []
    const wish = { mode, source, component, threshold, memory: engines.includes(MEMORY) }
    const projects = await sources(services.store.read, parts.project.id)
    let done = 0
    for (const place of await translationsOf(services.store.read, parts)) {
      if (place.translation.is_source === 1) continue
      const found = await unitsMatching(services.store.read, place.translation.id, terms)
      const wanted = (unit: { id: number }) => found.has(unit.id)
      const asked = { engines, threshold, most: MOST_BY_MACHINE, wanted }
      const patience = AbortSignal.timeout(PATIENCE_MS)
      const { texts: machine } = await askMachines(services, place, asked, projects, patience)
      done += await work(services, null, piece => autoTranslate(piece, place, { ...wish, machine }, projects, wanted))
    }
    return done
  },
})
