import { formatCheck } from './format-check.ts'
import { printfSyntax } from './printf.ts'

const PARAMETER = "(?:[+-]?\\d+|'[^~]|[vV#])"

export const schemeFormat = formatCheck({
  id: 'scheme_format',
  name: 'Scheme format',
  description: 'The Scheme directives (~a, ~1@*~d) of source and translation differ.',
  flag: 'scheme-format',
  syntax: printfSyntax({
    sign: '~',
    rest: new RegExp(`(?:\\d+@\\*~)?(?:(?:${PARAMETER}(?:,${PARAMETER})*)?:?@?[a-zA-Z%$?&_/|!\\[\\]()~])?`, 'y'),
    isPositional: value => !value.includes('@*'),
  }),
})
