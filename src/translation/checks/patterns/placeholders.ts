import { type CheckedUnit, valueCheck } from '../check.ts'
import { placeholdersParameter } from '../flag-parameters.ts'
import { FlagParameterError } from '../flags.ts'
import { compilePattern, type PatternMatch, patternMatches } from '../pattern.ts'
import { servesOneNumber, servesZeroAndOne } from '../plural-forms.ts'

function find(text: string, pattern: string, unit: CheckedUnit): PatternMatch[] {
  return patternMatches(compilePattern(pattern, unit.flags.has('case-insensitive')), text)
}

function mayMiss(unit: CheckedUnit, form: number): boolean {
  const { plural } = unit.context
  return unit.targets.length > 1 && (servesOneNumber(plural, form) || servesZeroAndOne(plural, form))
}

export const placeholders = valueCheck({
  id: 'placeholders',
  name: 'Placeholders',
  description: 'The placeholders that the flag lists are not the same in source and translation.',
  flag: 'placeholders',
  parameter: placeholdersParameter,
  placeables: (text, unit) => {
    try {
      return find(text, placeholdersParameter(unit.flags.values('placeholders') ?? []), unit)
    } catch (error) {
      if (error instanceof FlagParameterError) return []
      throw error
    }
  },
  fails: (unit, pattern) => {
    const folded = unit.flags.has('case-insensitive') ? (text: string) => text.toLowerCase() : (text: string) => text
    const found = (text: string) => new Set(find(text, pattern, unit).map(match => folded(match.text)))
    let expected = found(unit.sources[0] ?? '')
    if (expected.size === 0) expected = found(unit.sources.at(-1) ?? '')
    return unit.targets.some((target, form) => {
      const used = found(target)
      if ([...used].some(text => !expected.has(text))) return true
      return !mayMiss(unit, form) && [...expected].some(text => !used.has(text))
    })
  },
})
