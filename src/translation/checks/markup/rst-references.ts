import { targetCheck } from '../check.ts'
import { sameTally } from '../text.ts'
import { rstMarkup } from './rst.ts'

export const rstReferences = targetCheck({
  id: 'rst-references',
  name: 'Inconsistent reStructuredText',
  description: 'The roles, references and inline markup of source and translation differ.',
  flag: 'rst-text',
  fails: (source, target) => !sameTally(rstMarkup(source).tokens, rstMarkup(target).tokens),
})
