import { enforcedBy } from '../../catalogue/edit-units.ts'
import { loadingFrom } from '../../catalogue/loading.ts'
import { tryTranslation } from '../../catalogue/trial-check.ts'
import { readOnly, shape } from '../../fields/field.ts'
import { list, nested, text } from '../../fields/kinds.ts'
import { CheckResult } from '../objects/unit-work.ts'
import { act, resource } from '../resource.ts'
import { findUnit } from './find.ts'
import { checkObject } from './unit-parts.ts'
import { explained } from './units.ts'

const forms = list(text({ blank: true, verbatim: true, max: 100_000 }), { max: 20 })

const CheckedText = shape('CheckedText', 'What the checks say about a translation that is not saved.', {
  target: forms,
  checks: readOnly(list(nested(CheckResult))),
})

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
          return { target: trial.target, checks: trial.failing.map(id => checkObject(id, enforced)) }
        }),
    }),
  },
})
