import { formatCheck } from './format-check.ts'
import { cSyntax } from './printf.ts'

export const cFormat = formatCheck({
  id: 'c_format',
  name: 'C format',
  description: 'The C placeholders (%s, %1$d) of source and translation differ.',
  flag: 'c-format',
  syntax: cSyntax,
})
