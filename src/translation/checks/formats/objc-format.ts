import { formatCheck } from './format-check.ts'
import { objcSyntax } from './printf.ts'

export const objcFormat = formatCheck({
  id: 'objc_format',
  name: 'Objective-C format',
  description: 'The Objective-C placeholders (%@, %1$d) of source and translation differ.',
  flag: 'objc-format',
  syntax: objcSyntax,
})
