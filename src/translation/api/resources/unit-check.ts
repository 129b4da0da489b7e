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

const CheckedText = shape('CheckedText', 'What the checks say about a translation that is not saved.', {
  target: forms,
  checks: readOnly(list(nested(CheckResult))),
})

/** Checks that a component enforces are not a matter of opinion. */
async function setDismissed(call: AnyCall, dismissed: boolean): Promise<unknown[]> {
  const found = await findUnit(call)
  const id = call.params.check!
  if (check(id) === undefined) throw notFound()
  if (dismissed && enforcedBy(found.component).includes(id))
    throw forbidden('The component enforces this check: it cannot be dismissed.')
  await call.work(piece => dismissCheck(piece, found.unit, id, dismissed))
  return LOADERS.checks(call, found)
}

const verdict = (word: 'dismiss' | 'restore', name: string, summary: string) =>
  resource({
    path: `/units/:unit(\\d+)/checks/:check/${word}/`,
    name,
    description: `${summary}. A check that the string does not fail stays as it is. An addition of this platform.`,
    operations: {
      POST: act({
        summary,
        answer: FailingCheck,
        answers: 'array',
        allow: async call => needTranslation(call, await findUnit(call), 'unit.check'),
        handle: call => setDismissed(call, word === 'dismiss'),
      }),
    },
  })

export const unitVerdicts = [
  verdict('dismiss', 'Dismiss a check', 'Say that a string is right though it fails a check'),
  verdict('restore', 'Restore a check', 'Take that back: the check counts again'),
]

export const unitCheck = resource({
  path: '/units/:unit(\\d+)/check/',
  name: 'Check a translation',
  description:
    'What the checks would say about a translation, and how it would be saved; nothing is. Checks that compare strings run later, with the saved string. An addition of this platform.',
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
