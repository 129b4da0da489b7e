import { byPattern, formatCheck } from './format-check.ts'

export const percentPlaceholders = formatCheck({
  id: 'percent_placeholders',
  name: 'Percent placeholders',
  description: 'The placeholders in percent signs (%name%) of source and translation differ.',
  flag: 'percent-placeholders',
  syntax: { find: byPattern(/%\w+%/g) },
})
