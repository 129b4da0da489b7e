import { formatCheck } from './format-check.ts'
import { cSyntax } from './printf.ts'

export const javascriptFormat = formatCheck({
  id: 'javascript_format',
  name: 'JavaScript format',
  description: 'The JavaScript placeholders (%s, %1$d) of source and translation differ.',
  flag: 'javascript-format',
  syntax: cSyntax,
})
