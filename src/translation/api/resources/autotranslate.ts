import { AUTO_MODES, autoTranslate } from '../../catalogue/auto-translate.ts'
import { parseUnitSearch, unitCondition } from '../../catalogue/unit-search.ts'
import { work } from '../../catalogue/work.ts'
import { forbidden, invalidField } from '../errors.ts'
import { help, optional, readOnly, shape } from '../fields/field.ts'
import { anything, choice, integer, list, plainText, text } from '../fields/kinds.ts'
import { act, resource } from '../resource.ts'
import { findTranslation, needTranslation, needUnlocked } from './find.ts'
import { explained } from './units.ts'

const Outcome = shape('AutoTranslation', 'How it went.', { details: readOnly(text()) })

/** The only engine: what people have translated here before. */
const MEMORY = 'weblate-translation-memory'

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
        q: help(optional(text({ max: 1000 })), 'Only strings that match.'),
        filter_type: help(
          optional(anything()),
          'Older clients send it; untranslated strings are always what is filled.',
        ),
        component: help(optional(anything()), 'With others: id of the component to take from.'),
        engines: help(optional(list(text({ max: 100 }), { max: 20 })), `With mt: ${MEMORY} is the only one.`),
        threshold: optional(integer({ min: 1, max: 100 }), 80),
      },
      answer: Outcome,
      allow: async call => needTranslation(call, await findTranslation(call), 'translation.auto'),
      handle: async call => {
        const found = await findTranslation(call)
        needUnlocked(found)
        const { mode, auto_source, engines = [], threshold = 80, q } = call.body
        const unknown = engines.find(engine => engine !== MEMORY)
        if (unknown !== undefined)
          throw invalidField('engines', 'invalid_choice', `"${unknown}" is not a valid choice.`)
        if (found.translation.is_source === 1) throw forbidden('The source language is not translated.')
        const given = call.body.component
        const component =
          given === undefined || given === null || given === '' ? null : Number(plainText(given) || Number.NaN)
        if (component !== null && !Number.isSafeInteger(component))
          throw invalidField('component', 'invalid', 'A component id is a number.')
        const terms = await explained(async () => parseUnitSearch(q ?? ''))
        const permissions = await call.permissions()
        const done = await explained(() =>
          work(call.services, call.accountId(), async piece => {
            const rows = await piece.tx
              .selectFrom('unit')
              .select('unit.id')
              .where('translation_id', '=', found.translation.id)
              .where(eb => unitCondition(eb, terms))
              .execute()
            const wanted = new Set(rows.map(row => row.id))
            return autoTranslate(piece, found, { mode, source: auto_source, component, threshold }, permissions, unit =>
              wanted.has(unit.id),
            )
          }),
        )
        return { details: `Automatic translation completed, ${done} strings were updated.` }
      },
    }),
  },
})
