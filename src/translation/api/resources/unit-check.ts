import { readOnly, shape } from '#fields/field.ts'
import { list, nested, text } from '#fields/kinds.ts'
import { dismissCheck } from '../../catalogue/dismiss-check.ts'
import { enforcedBy } from '../../catalogue/edit-units.ts'
import { loadingFrom } from '../../catalogue/loading.ts'
import { tryTranslation } from '../../catalogue/trial-check.ts'
import { check } from '../../checks/index.ts'
import { forbidden, notFound } from '../errors.ts'
import { CheckResult, FailingCheck } from '../objects/unit-work.ts'
import { act, resource } from '../resource.ts'
import { type AnyCall, findUnit, needTranslation } from './find.ts'
import { checkObject, LOADERS } from './unit-parts.ts'
import { explained } from './units.ts'

const forms = list(text({ blank: true, verbatim: true, max: 100_000 }), { max: 20 })

const CheckedText = shape('CheckedText', 'Check results for an unsaved translation.', {
  target: forms,
  checks: readOnly(list(nested(CheckResult))),
})

/** Dismisses or restores a check. Enforced checks cannot be dismissed. */
async function setDismissed(call: AnyCall, dismissed: boolean): Promise<unknown[]> {
  const place = await findUnit(call)
  const id = call.params.check!
  if (check(id) === undefined) throw notFound()
  if (dismissed && enforcedBy(place.component).includes(id))
    throw forbidden('This check cannot be dismissed, because the component enforces it.')
  await call.work(piece => dismissCheck(piece, place.unit, id, dismissed))
  return LOADERS.checks(call, place)
}

const dismissal = (action: 'dismiss' | 'restore', name: string, summary: string) =>
  resource({
    path: `/units/:unit(\\d+)/checks/:check/${action}/`,
    name,
    description: `${summary}. Passing checks are not affected. Not part of the Weblate API.`,
    operations: {
      POST: act({
        summary,
        answer: FailingCheck,
        answers: 'array',
        allow: async call => needTranslation(call, await findUnit(call), 'unit.check'),
        handle: call => setDismissed(call, action === 'dismiss'),
      }),
    },
  })

export const unitVerdicts = [
  dismissal('dismiss', 'Dismiss a check', 'Dismiss a failing check of a string'),
  dismissal('restore', 'Restore a check', 'Restore a dismissed check of a string'),
]

export const unitCheck = resource({
  path: '/units/:unit(\\d+)/check/',
  name: 'Check a translation',
  description:
    'Runs the checks on a translation without saving it, and returns the text as it would be saved. Checks that compare strings run only on saved strings. Not part of the Weblate API.',
  operations: {
    POST: act({
      summary: 'Check a translation without saving it',
      hold: null,
      body: { target: forms },
      answer: CheckedText,
      allow: findUnit,
      handle: call =>
        explained(async () => {
          const { unit, translation, component } = await findUnit(call)
          const trial = await tryTranslation(loadingFrom(call.db), translation, unit, call.body.target)
          const enforced = enforcedBy(component)
          return {
            target: trial.target,
            checks: trial.failing.map(id => checkObject(id, enforced, trial.notRun.get(id))),
          }
        }),
    }),
  },
})
