// Looks at a translation that somebody is still writing: nothing of it is kept.

import { ThreadPool } from '#events/threads.ts'
import { breathe, wantedSignal } from '#store/turn.ts'
import { isTranslated, UNIT_STATES } from '../values/unit-states.ts'
import { type CheckJob, type Trial, tryJob } from './check-job.ts'
import { formsOf, UnitEditError } from './edit-units.ts'
import { joinForms, splitForms } from './forms.ts'
import type { Loading } from './loading.ts'
import type { TranslationRow, UnitRow } from './rows.ts'
import { checkJob, sourceFlags } from './unit-checks.ts'

/** Checking less than this takes less time than asking a thread to do it. */
const AT_ONCE_CHARS = 10_000

// Of the process, as with files: a check asks nothing of a database. Its threads end when there is nothing to do.
const pool = new ThreadPool<CheckJob, Trial>(new URL('./check-thread.ts', import.meta.url))

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
  // What nobody has translated yet is checked as the translation that it is about to become.
  const state = target.every(form => form === '')
    ? UNIT_STATES.empty
    : isTranslated(unit.state)
      ? unit.state
      : UNIT_STATES.translated
  const tried = { ...unit, target: text, state, ...(isSource && { source: text }) }
  const job = await checkJob(loading, translation, tried, overrides ?? '')
  await breathe()
  const isShort = unit.source.length + text.length <= AT_ONCE_CHARS
  return isShort ? tryJob(job) : pool.run(job, { signal: wantedSignal() })
}
