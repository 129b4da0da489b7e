import { help, optional, readOnly, shape } from '#fields/field.ts'
import { anything, choice, integer, list, plainText, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { AUTO_MODES, autoTranslate } from '../../catalogue/auto-translate.ts'
import { askMachines } from '../../catalogue/machine-translation.ts'
import { isTurnedOff, MACHINERY, MEMORY, servicesOf } from '../../catalogue/machinery.ts'
import { parseUnitSearch, unitsMatching } from '../../catalogue/unit-search.ts'
import { work } from '../../catalogue/work.ts'
import { forbidden } from '../errors.ts'
import { act, resource } from '../resource.ts'
import {
  type AnyCall,
  type FoundTranslation,
  findTranslation,
  needTranslation,
  needUnlocked,
  visibleProjectIds,
} from './find.ts'
import { explained } from './units.ts'

const Outcome = shape('AutoTranslation', 'How it went.', { details: readOnly(text()) })

/** Strings of one request that services of others are asked for: somebody waits for the answer. */
const MOST_BY_MACHINE = 200

/** The memory alone where none is named: what is sent to others, somebody has to want. */
function enginesFor(call: AnyCall, { project }: FoundTranslation, given: readonly string[]): string[] {
  const engines = given.length > 0 ? [...new Set(given)] : [MEMORY]
  const ready = servicesOf(project, call.services.config.machinery).map(({ service }) => service.name)
  const off = engines.filter(engine => (engine === MEMORY ? isTurnedOff(project, MEMORY) : !ready.includes(engine)))
  if (off.length === engines.length)
    throw invalidField('engines', 'invalid', `This project has turned off, or not set up: ${off.join(', ')}.`)
  return engines.filter(engine => !off.includes(engine))
}

export const autotranslate = resource({
  path: '/translations/:project/:component/:language/autotranslate/',
  name: 'Automatic translation',
  description:
    'Fills what is not translated from other components, from the translation memory, or by services that translate.',
  operations: {
    POST: act({
      summary: 'Translate automatically',
      // Services are asked before anything is held, then all is written at once.
      hold: null,
      body: {
        mode: choice(AUTO_MODES),
        auto_source: choice({ others: 'Other components', mt: 'Translation memory and services' }),
        q: help(optional(text({ max: 1000, blank: true })), 'Only strings that match.'),
        filter_type: help(
          optional(choice({ todo: 'Unfinished strings', nottranslated: 'Untranslated strings' })),
          'Older clients send it; unfinished strings are always what is filled. Narrow them with q.',
        ),
        component: help(optional(anything()), 'With others: id of the component to take from.'),
        engines: help(
          optional(list(choice(MACHINERY), { max: 20 })),
          `With mt: what is asked, the memory first; it alone when nothing is named. Services get at most ${MOST_BY_MACHINE} strings of one request.`,
        ),
        threshold: help(
          optional(integer({ min: 1, max: 100 }), 80),
          'Least likeness of what the memory knows, in percent.',
        ),
      },
      answer: Outcome,
      allow: async call => needTranslation(call, await findTranslation(call), 'translation.auto'),
      handle: async call => {
        const found = await findTranslation(call)
        needUnlocked(found)
        const { mode, auto_source, threshold = 80, q } = call.body
        const isByMachine = auto_source === 'mt'
        const engines = isByMachine ? enginesFor(call, found, call.body.engines ?? []) : []
        if (found.translation.is_source === 1) throw forbidden('The source language is not translated.')
        const given = call.body.component
        const component =
          given === undefined || given === null || given === '' ? null : Number(plainText(given) || Number.NaN)
        if (component !== null && !Number.isSafeInteger(component))
          throw invalidField('component', 'invalid', 'A component id is a number.')
        const terms = await explained(async () => parseUnitSearch(q ?? ''))
        const projects = await visibleProjectIds(call)
        const asked = await explained(() => unitsMatching(call.db, found.translation.id, terms))
        const wanted = (unit: { id: number }) => asked.has(unit.id)
        const wish = { engines, threshold, most: MOST_BY_MACHINE, wanted }
        const { texts, problems } = await askMachines(call.services, found, wish, projects, call.signal)
        const auto = {
          mode,
          source: auto_source,
          component,
          threshold,
          memory: engines.includes(MEMORY),
          machine: texts,
        }
        const done = await explained(() =>
          work(call.services, call.accountId(), piece => autoTranslate(piece, found, auto, projects, wanted)),
        )
        const details = `Automatic translation completed, ${done} strings were updated.`
        return { details: [details, ...problems].join(' ') }
      },
    }),
  },
})
