import { formatCheck } from './format-check.ts'
import { printfSyntax } from './printf.ts'

const SHAPE = '[ +#*-]*\\d*(?:\\.\\d+)?'

export const rubyFormat = formatCheck({
  id: 'ruby_format',
  name: 'Ruby format',
  description: 'The Ruby placeholders (%s, %<name>d, %{name}) of source and translation differ.',
  flag: 'ruby-format',
  syntax: printfSyntax({
    sign: '%',
    rest: new RegExp(`(?:\\d+\\$)?${SHAPE}(?:[a-zA-Z%]|<[^<> ]+>${SHAPE}[a-zA-Z]|\\{[^{} ]+\\})`, 'y'),
    isPositional: value => !/[$<{]/.test(value),
  }),
})
