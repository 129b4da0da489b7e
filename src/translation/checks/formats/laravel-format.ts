import { byPattern, formatCheck } from './format-check.ts'

export const laravelFormat = formatCheck({
  id: 'laravel_format',
  name: 'Laravel format',
  description: 'The Laravel placeholders (:name) of source and translation differ.',
  flag: 'laravel-format',
  syntax: { find: byPattern(/(?<![\w:]):[a-zA-Z_]\w*/g) },
})
