import { byPattern, formatCheck } from './format-check.ts'

export const qtFormat = formatCheck({
  id: 'qt_format',
  name: 'Qt format',
  description: 'The Qt placeholders (%1, %L2) of source and translation differ.',
  flag: 'qt-format',
  syntax: { find: byPattern(/%L?\d{1,2}/g) },
})
