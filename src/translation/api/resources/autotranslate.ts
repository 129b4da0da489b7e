import { AUTO_MODES, autoTranslate } from '../../catalogue/auto-translate.ts'
import { isTurnedOff, OWN_MACHINERY, type OwnMachinery } from '../../catalogue/machinery.ts'
import { parseUnitSearch, unitsMatching } from '../../catalogue/unit-search.ts'
import { help, optional, readOnly, shape } from '../../fields/field.ts'
import { anything, choice, integer, list, plainText, text } from '../../fields/kinds.ts'
import { invalidField } from '../../fields/problem.ts'
import { forbidden } from '../errors.ts'
import { act, resource } from '../resource.ts'
import { findTranslation, needTranslation, needUnlocked, visibleProjectIds } from './find.ts'
import { explained } from './units.ts'

const Outcome = shape('AutoTranslation', 'How it went.', { details: readOnly(text()) })

export const autotranslate = resource({
  path: '/translations/:project/:component/:language/autotranslate/',
  name: 'Automatic translation',
  description: 'Fills what is not translated from other components or from the translation memory.',
  operations: {
    POST: act({
      summary: 'Translate automatically',
      body: {
        mode: choice(AUTO_MODES),
        auto_source: choice({ others: 'Other components', mt: 'Translation memory' }),
        q: help(optional(text({ max: 1000, blank: true })), 'Only strings that match.'),
        filter_type: help(
          optional(choice({ todo: 'Unfinished strings', nottranslated: 'Untranslated strings' })),
          'Older clients send it; unfinished strings are always what is filled. Narrow them with q.',
        ),
        component: help(optional(anything()), 'With others: id of the component to take from.'),
        engines: help(optional(list(choice(OWN_MACHINERY), { max: 20 })), 'With mt.'),
        threshold: optional(integer({ min: 1, max: 100 }), 80),
      },
      answer: Outcome,
      allow: async call => needTranslation(call, await findTranslation(call), 'translation.auto'),
      handle: async call => {
        const found = await findTranslation(call)
        needUnlocked(found)
        const { mode, auto_source, engines = [], threshold = 80, q } = call.body
        const off = (engines.length > 0 ? engines : Object.keys(OWN_MACHINERY)) as OwnMachinery[]
        if (auto_source === 'mt' && off.every(engine => isTurnedOff(found.project, engine)))
          throw invalidField('engines', 'invalid', `This project has turned off: ${off.join(', ')}.`)
        if (found.translation.is_source === 1) throw forbidden('The source language is not translated.')
        const given = call.body.component
        const component =
          given === undefined || given === null || given === '' ? null : Number(plainText(given) || Number.NaN)
        if (component !== null && !Number.isSafeInteger(component))
          throw invalidField('component', 'invalid', 'A component id is a number.')
        const terms = await explained(async () => parseUnitSearch(q ?? ''))
        const projects = await visibleProjectIds(call)
        const done = await explained(() =>
          call.work(async piece => {
            const wanted = await unitsMatching(piece.tx, found.translation.id, terms)
            return autoTranslate(piece, found, { mode, source: auto_source, component, threshold }, projects, unit =>
              wanted.has(unit.id),
            )
          }),
        )
        return { details: `Automatic translation completed, ${done} strings were updated.` }
      },
    }),
  },
})
