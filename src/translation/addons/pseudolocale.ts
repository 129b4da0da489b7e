import { help, optional, refuse, ruled } from '#fields/field.ts'
import { boolean, text } from '#fields/kinds.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import { translationsOf } from '../catalogue/component-translations.ts'
import { formsOf, UnitEditError, UnitEdits } from '../catalogue/edit-units.ts'
import { splitForms } from '../catalogue/forms.ts'
import { unitsInPortions } from '../catalogue/units-in-portions.ts'
import { work } from '../catalogue/work.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { addon } from './addon.ts'

const AT_ONCE = 200
const MOST_REPEATED = 10
const affix = (about: string) => help(optional(text({ max: 200, blank: true, verbatim: true }), ''), about)

/** A number such as 0.3, as text, because the settings of add-ons have no fractions. */
const multiplier = ruled(text({ max: 10 }), (value, at) => {
  if (!/^\d{1,2}(\.\d{1,3})?$/.test(value) || Number(value) > MOST_REPEATED)
    refuse(at, 'invalid', `Enter a number from 0 to ${MOST_REPEATED}, such as 0.3.`)
})

export const pseudolocale = addon({
  name: 'weblate.generate.pseudolocale',
  label: 'Pseudolocale generation',
  description: 'Fills a language with the source texts, extended at both ends, to test the layout of an application.',
  componentOnly: true,
  events: ['component-update', 'daily'],
  settings: {
    source: help(text({ max: 50 }), 'Language code of the texts to start from, such as en.'),
    target: help(
      text({ max: 50 }),
      'Language code of the generated translation, such as en_XA. All its texts are replaced.',
    ),
    prefix: affix('Text at the start of each string.'),
    suffix: affix('Text at the end of each string.'),
    var_prefix: affix('Text at the start that is repeated by the length of the string.'),
    var_suffix: affix('Text at the end that is repeated by the length of the string.'),
    var_multiplier: help(
      optional(multiplier, '0.1'),
      'How often the repeated texts appear for each character of the string, such as 0.1.',
    ),
    include_readonly: help(optional(boolean(), false), 'Also include read-only strings.'),
  },
  run: async (services, parts, settings) => {
    const { prefix = '', suffix = '', var_prefix = '', var_suffix = '', var_multiplier = '0.1' } = settings
    const { store } = services
    const places = await translationsOf(store.read, parts)
    const named = (code: string) => places.find(each => each.language.code === code)?.translation
    const [from, to] = [named(settings.source), named(settings.target)]
    if (from === undefined || to === undefined || to.is_source === 1 || from.id === to.id) return 0
    const extended = (each: string): string => {
      if (each === '') return ''
      const times = Math.floor(Number(var_multiplier) * [...each].length)
      return `${prefix}${var_prefix.repeat(times)}${each}${var_suffix.repeat(times)}${suffix}`
    }
    let done = 0
    for await (const units of unitsInPortions(store.read, to.id, AT_ONCE)) {
      const origins = await store.read
        .selectFrom('unit')
        .select(['id_hash', 'source', 'target'])
        .where('translation_id', '=', from.id)
        .where(
          'id_hash',
          'in',
          units.map(unit => unit.id_hash),
        )
        .execute()
      const byHash = new Map(origins.map(each => [each.id_hash, each]))
      done += await work(services, null, async piece => {
        const edits = new UnitEdits(piece, to)
        let changed = 0
        for (const unit of units) {
          const origin = byHash.get(unit.id_hash)
          if (origin === undefined || (unit.state === UNIT_STATES.readonly && !settings.include_readonly)) continue
          const texts = splitForms(from.is_source === 1 ? origin.source : origin.target)
          const target = Array.from({ length: formsOf(unit, to) }, (_, i) => extended(texts[i] ?? texts.at(-1)!))
          if (target.some(each => each === '') || target.join('\0') === splitForms(unit.target).join('\0')) continue
          const isFixed = unit.state === UNIT_STATES.readonly && unit.held_state === null
          const state = isFixed ? UNIT_STATES.readonly : UNIT_STATES.translated
          await edits.add(unit, { target, state, action: ACTION.automatic, automatic: true, evenReadOnly: true })
          changed++
        }
        try {
          await edits.write()
        } catch (error) {
          // The file format cannot hold one of the texts.
          if (!(error instanceof UnitEditError)) throw error
          return 0
        }
        return changed
      })
    }
    return done
  },
})
