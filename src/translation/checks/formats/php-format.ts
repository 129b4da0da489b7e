import { formatCheck } from './format-check.ts'
import { phpSyntax } from './printf.ts'

export const phpFormat = formatCheck({
  id: 'php_format',
  name: 'PHP format',
  description: 'The PHP placeholders (%s, %1$d) of source and translation differ.',
  flag: 'php-format',
  syntax: phpSyntax,
})
