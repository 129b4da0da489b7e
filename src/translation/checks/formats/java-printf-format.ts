import { formatCheck } from './format-check.ts'
import { printfSyntax } from './printf.ts'

export const javaPrintfFormat = formatCheck({
  id: 'java_printf_format',
  name: 'Java format',
  description: 'The Java placeholders (%s, %1$tH) of source and translation differ.',
  flag: 'java-printf-format',
  syntax: printfSyntax({
    sign: '%',
    rest: /(?:\d+\$|<)?[-.#+0,(]*\d*(?:\.\d+)?(?:[tT][a-zA-Z]|[a-zA-Z%])/y,
    isPositional: value => !/[$<]/.test(value),
  }),
})
