import { help, optional } from '#fields/field.ts'
import { choice, integer, list, text } from '#fields/kinds.ts'
import type { Reader } from '#store/store.ts'
import { AUTO_MODES, autoTranslate } from '../catalogue/auto-translate.ts'
import { translationsOf } from '../catalogue/component-translations.ts'
import { askMachines } from '../catalogue/machine-translation.ts'
import { ELSEWHERE, MACHINERY, MEMORY } from '../catalogue/machinery.ts'
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

/** Limits on strings and time for third-party services per translation and run; the next run continues. */
const MOST_BY_MACHINE = 500
const PATIENCE_MS = 120_000

/** Projects whose translations may be reused here: the component's own and all that are not private. */
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
  description: 'Fills untranslated strings from other components, translation memory or machine translation services.',
  events: ['component-update', 'daily'],
  repeatable: true,
  settings: {
    mode: choice(AUTO_MODES),
    auto_source: choice({ others: 'Other components', mt: 'Translation memory and machine translation' }),
    filter_type: optional(
      choice({
        all: 'All strings',
        todo: 'Unfinished strings',
        nottranslated: 'Untranslated strings',
        fuzzy: 'Strings marked for edit',
      }),
      'todo',
    ),
    q: help(optional(text({ max: 1000, blank: true }), ''), 'Only strings that match this search.'),
    languages: help(
      optional(list(text({ max: 50 }), { max: 500 })),
      'Only these language codes. Install the add-on again for other languages with other services.',
    ),
    component: help(optional(text({ max: 20, blank: true }), ''), 'With "others": id of the component to copy from.'),
    engines: help(
      optional(list(choice(MACHINERY), { max: 20 })),
      'With "mt": services to use, translation memory first. Defaults to translation memory only.',
    ),
    threshold: help(
      optional(integer({ min: 1, max: 100 }), 80),
      'Minimum similarity of translation memory matches, in percent.',
    ),
  },
  run: async (services, parts, settings) => {
    const filter = FILTERS[settings.filter_type ?? 'todo']
    const terms = parseUnitSearch(settings.q ? `(${settings.q}) ${filter}` : filter, services.clock)
    const component = /^\d{1,15}$/.test(settings.component ?? '') ? Number(settings.component) : null
    const { mode, auto_source: source, threshold = 80 } = settings
    const engines = source === 'mt' ? (settings.engines?.length ? settings.engines : [MEMORY]) : []
    const own = { memory: engines.includes(MEMORY), elsewhere: engines.includes(ELSEWHERE) }
    const options = { mode, source, component, threshold, ...own }
    const projects = await sources(services.store.read, parts.project.id)
    const isWantedLanguage = (code: string) => !settings.languages?.length || settings.languages.includes(code)
    let done = 0
    for (const place of await translationsOf(services.store.read, parts)) {
      if (place.translation.is_source === 1 || !isWantedLanguage(place.language.code)) continue
      const matching = await unitsMatching(services.store.read, place.translation.id, terms)
      const isWanted = (unit: { id: number }) => matching.has(unit.id)
      const request = { engines, threshold, most: MOST_BY_MACHINE, isWanted }
      const patience = AbortSignal.timeout(PATIENCE_MS)
      const { texts: machine } = await askMachines(services, place, request, null, patience)
      done += await work(services, null, piece =>
        autoTranslate(piece, place, { ...options, machine }, projects, isWanted),
      )
    }
    return done
  },
})
