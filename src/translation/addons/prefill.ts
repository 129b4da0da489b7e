import { ACTION } from '../catalogue/change-actions.ts'
import { translationsOf } from '../catalogue/component-translations.ts'
import { editUnit, formsOf } from '../catalogue/edit-units.ts'
import { splitForms } from '../catalogue/forms.ts'
import { work } from '../catalogue/work.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { addon } from './addon.ts'

export const prefill = addon({
  name: 'weblate.generate.prefill',
  label: 'Prefill translation with source',
  description: 'Fills untranslated strings with their source text and marks them as needing editing.',
  settings: {},
  events: ['component-update', 'daily'],
  run: async (services, parts) => {
    let done = 0
    for (const { translation } of await translationsOf(services.store.read, parts)) {
      if (translation.is_source === 1) continue
      done += await work(services, null, async piece => {
        const units = await piece.tx
          .selectFrom('unit')
          .selectAll()
          .where('translation_id', '=', translation.id)
          .where('state', '=', UNIT_STATES.empty)
          .orderBy('position')
          .execute()
        for (const unit of units) {
          const source = splitForms(unit.source)
          const target = Array.from({ length: formsOf(unit, translation) }, (_, i) => source[i] ?? source.at(-1)!)
          await editUnit(piece, translation, unit, {
            target,
            state: UNIT_STATES.needsEditing,
            action: ACTION.automatic,
            automatic: true,
          })
        }
        return units.length
      })
    }
    return done
  },
})
