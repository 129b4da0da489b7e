import { sourceCheck, targetCheck } from '../check.ts'
import { messageOf } from './message.ts'

export const fluentSourceSyntax = sourceCheck({
  id: 'fluent-source-syntax',
  name: 'Fluent source syntax',
  description: 'The source string is not valid Fluent.',
  flag: 'fluent-source-syntax',
  fails: (sources, unit) => sources.some(source => source !== '' && messageOf(source, unit) === undefined),
})

export const fluentTargetSyntax = targetCheck({
  id: 'fluent-target-syntax',
  name: 'Fluent translation syntax',
  description: 'The translation is not valid Fluent.',
  flag: 'fluent-target-syntax',
  fails: (_, target, unit) => messageOf(target, unit) === undefined,
})
