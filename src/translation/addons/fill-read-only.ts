import { sql } from 'kysely'
import { ACTION } from '../catalogue/change-actions.ts'
import { translationsOf } from '../catalogue/component-translations.ts'
import { editUnit, formsOf } from '../catalogue/edit-units.ts'
import { splitForms } from '../catalogue/forms.ts'
import { work } from '../catalogue/work.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { addon } from './addon.ts'

/** Strings per transaction. */
const AT_ONCE = 500

export const fillReadOnly = addon({
  name: 'weblate.generate.fill_read_only',
  label: 'Fill read-only strings with source',
  description: 'Fills the translations of read-only strings with their source text.',
  settings: {},
  events: ['component-update', 'daily'],
  run: async (services, parts) => {
    let done = 0
    for (const { translation } of await translationsOf(services.store.read, parts)) {
      if (translation.is_source === 1) continue
      for (let last = 0; last !== -1; ) {
        const after = last
        last = await work(services, null, async piece => {
          const units = await piece.tx
            .selectFrom('unit')
            .selectAll()
            .where('translation_id', '=', translation.id)
            .where('state', '=', UNIT_STATES.readonly)
            .where('id', '>', after)
            .where(sql<boolean>`target <> source`)
            .orderBy('id')
            .limit(AT_ONCE)
            .execute()
          for (const unit of units) {
            const source = splitForms(unit.source)
            const target = Array.from({ length: formsOf(unit, translation) }, (_, i) => source[i] ?? source.at(-1)!)
            // With a read-only flag, this is the state that the string gets back without the flag.
            const state = unit.held_state === null ? UNIT_STATES.readonly : UNIT_STATES.translated
            const edited = await editUnit(piece, translation, unit, {
              ...{ target, state, action: ACTION.automatic, automatic: true },
              evenReadOnly: true,
            })
            if (edited.target !== unit.target) done++
          }
          return units.at(-1)?.id ?? -1
        })
      }
    }
    return done
  },
})
