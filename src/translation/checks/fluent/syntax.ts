import { sourceCheck, targetCheck } from '../check.ts'
import type { CheckedUnit } from '../checked-unit.ts'
import { messageOf, repeatsAttribute } from './message.ts'

function isValid(text: string, unit: CheckedUnit): boolean {
  const message = messageOf(text, unit)
  return message !== undefined && !repeatsAttribute(message)
}

export const fluentSourceSyntax = sourceCheck({
  id: 'fluent-source-syntax',
  name: 'Fluent source syntax',
  description: 'The source string is not valid Fluent.',
  flag: 'fluent-source-syntax',
  fails: (sources, unit) => sources.some(source => source !== '' && !isValid(source, unit)),
})

export const fluentTargetSyntax = targetCheck({
  id: 'fluent-target-syntax',
  name: 'Fluent translation syntax',
  description: 'The translation is not valid Fluent.',
  flag: 'fluent-target-syntax',
  fails: (_, target, unit) => !isValid(target, unit),
})
