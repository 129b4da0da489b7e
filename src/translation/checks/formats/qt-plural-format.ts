import { byPattern, formatCheck } from './format-check.ts'

export const qtPluralFormat = formatCheck({
  id: 'qt_plural_format',
  name: 'Qt plural format',
  description: 'The Qt plural placeholders (%n) of source and translation differ.',
  flag: 'qt-plural-format',
  syntax: { find: byPattern(/%L?n/g), isPositional: () => true },
})
