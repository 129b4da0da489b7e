import { formatCheck } from './format-check.ts'
import { printfSyntax } from './printf.ts'

export const objectPascalFormat = formatCheck({
  id: 'object_pascal_format',
  name: 'Object Pascal format',
  description: 'The Object Pascal placeholders (%s, %0:d) of source and translation differ.',
  flag: 'object-pascal-format',
  syntax: printfSyntax({
    sign: '%',
    rest: /(?:(?:\*|\d+):)?(?:-?(?:\*|\d+)?(?:\.(?:\*|\d+))?[defgmnpsuxDEFGMNPSUX%])?/y,
    isPositional: value => !value.includes(':'),
  }),
})
