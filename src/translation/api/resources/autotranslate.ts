import { help, optional, readOnly, shape } from '#fields/field.ts'
import { anything, choice, integer, list, plainText, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { AUTO_MODES, autoTranslate } from '../../catalogue/auto-translate.ts'
import { askMachines } from '../../catalogue/machine-translation.ts'
import {
  ELSEWHERE,
  isOwn,
  isTurnedOff,
  MACHINERY,
  MEMORY,
  servicesOf,
  siteMachinery,
} from '../../catalogue/machinery.ts'
import { parseUnitSearch, unitsMatching } from '../../catalogue/unit-search.ts'
import { work } from '../../catalogue/work.ts'
import { onlySuggests } from '../../catalogue/workflows.ts'
import { forbidden } from '../errors.ts'
import { act, resource } from '../resource.ts'
import {
  type AnyCall,
  type FoundTranslation,
  findTranslation,
  needDirectEditing,
  needTranslation,
  needUnlocked,
  visibleProjectIds,
} from './find.ts'
import { explained } from './units.ts'

const Outcome = shape('AutoTranslation', 'Result of the automatic translation.', { details: readOnly(text()) })

/** Most strings to send to third-party services in one request, since the caller waits for the response. */
const MAX_MACHINE_STRINGS = 200

/** Defaults to the translation memory: text goes to third-party services only on request. */
async function enginesFor(
  call: AnyCall,
  { project }: FoundTranslation,
  requested: readonly string[],
): Promise<string[]> {
  const engines = requested.length > 0 ? [...new Set(requested)] : [MEMORY]
  const site = await siteMachinery(call.db, call.services.config)
  const ready = servicesOf(project, site).map(({ service }) => service.name)
  const off = engines.filter(engine => (isOwn(engine) ? isTurnedOff(project, engine) : !ready.includes(engine)))
  if (off.length === engines.length)
    throw invalidField(
      'engines',
      'invalid',
      `These services are turned off or not configured in this project: ${off.join(', ')}.`,
    )
  return engines.filter(engine => !off.includes(engine))
}

export const autotranslate = resource({
  path: '/translations/:project/:component/:language/autotranslate/',
  name: 'Automatic translation',
  description:
    'Translates unfinished strings from other components, the translation memory or machine translation services.',
  operations: {
    POST: act({
      summary: 'Translate automatically',
      // Query the services before locking anything, then write all results in one transaction.
      hold: null,
      keyed: true,
      body: {
        mode: choice(AUTO_MODES),
        auto_source: choice({ others: 'Other components', mt: 'Translation memory and services' }),
        q: help(optional(text({ max: 1000, blank: true })), 'Translate only strings that match this search.'),
        filter_type: help(
          optional(choice({ todo: 'Unfinished strings', nottranslated: 'Untranslated strings' })),
          'Ignored; accepted for older clients. Only unfinished strings are ever translated. Use q to narrow them down.',
        ),
        component: help(optional(anything()), 'With others: ID of the component to copy translations from.'),
        engines: help(
          optional(list(choice(MACHINERY), { max: 20 })),
          `With mt: services to use, starting with the memory. The default is the memory alone. Other services get at most ${MAX_MACHINE_STRINGS} strings per request.`,
        ),
        threshold: help(
          optional(integer({ min: 1, max: 100 }), 80),
          'Minimum similarity of translation memory matches, in percent.',
        ),
      },
      answer: Outcome,
      allow: async call => needTranslation(call, await findTranslation(call), 'translation.auto'),
      handle: async call => {
        const place = await findTranslation(call)
        needUnlocked(place)
        const { mode, auto_source, threshold = 80, q } = call.body
        if (mode !== 'suggest') await needDirectEditing(call, place)
        else if (onlySuggests(await call.permissions(), place)) await needTranslation(call, place, 'suggestion.add')
        const isByMachine = auto_source === 'mt'
        const engines = isByMachine ? await enginesFor(call, place, call.body.engines ?? []) : []
        if (place.translation.is_source === 1)
          throw forbidden('The source language cannot be translated automatically.')
        const id = call.body.component
        const component = id === undefined || id === null || id === '' ? null : Number(plainText(id) || Number.NaN)
        if (component !== null && !Number.isSafeInteger(component))
          throw invalidField('component', 'invalid', 'The component ID must be a number.')
        const terms = await explained(async () => parseUnitSearch(q ?? '', call.clock))
        const projects = await visibleProjectIds(call)
        const matching = await explained(() => unitsMatching(call.db, place.translation.id, terms))
        const isRequested = (unit: { id: number }) => matching.has(unit.id)
        const options = { engines, threshold, most: MAX_MACHINE_STRINGS, isWanted: isRequested }
        const { texts, problems } = await askMachines(call.services, place, options, call.accountId(), call.signal)
        const auto = {
          mode,
          source: auto_source,
          component,
          threshold,
          memory: engines.includes(MEMORY),
          elsewhere: engines.includes(ELSEWHERE),
          machine: texts,
        }
        const done = await explained(() =>
          work(call.services, call.accountId(), piece => autoTranslate(piece, place, auto, projects, isRequested)),
        )
        const details = `Automatic translation completed, ${done} strings were updated.`
        return { details: [details, ...problems].join(' ') }
      },
    }),
  },
})
