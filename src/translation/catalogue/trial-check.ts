// Checks a translation that is still being written, without saving it.

import { isTranslated, UNIT_STATES } from '../values/unit-states.ts'
import type { Trial } from './check-job.ts'
import { formsOf, UnitEditError } from './edit-units.ts'
import { joinForms, splitForms } from './forms.ts'
import type { Loading } from './loading.ts'
import type { TranslationRow, UnitRow } from './rows.ts'
import { runCheckJob } from './run-check-job.ts'
import { checkJob, sourceFlags } from './unit-checks.ts'

export async function tryTranslation(
  loading: Loading,
  translation: TranslationRow,
  unit: UnitRow,
  target: readonly string[],
): Promise<Trial> {
  const isSource = translation.is_source === 1
  const forms = isSource ? splitForms(unit.source).length : formsOf(unit, translation)
  if (target.length !== forms)
    throw new UnitEditError('plurals', `The string needs ${forms} plural forms, got ${target.length}.`)
  const text = joinForms(target)
  const overrides = isSource ? unit.extra_flags : (await sourceFlags(loading, [unit])).get(unit.source_unit_id ?? -1)
  // An untranslated string is checked as if it were translated.
  const state = target.every(form => form === '')
    ? UNIT_STATES.empty
    : isTranslated(unit.state)
      ? unit.state
      : UNIT_STATES.translated
  const tried = { ...unit, target: text, state, ...(isSource && { source: text }) }
  return runCheckJob('try', await checkJob(loading, translation, tried, overrides ?? ''))
}
