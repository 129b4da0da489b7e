import { matchesIn } from '#patterns/user-pattern.ts'
import { cannotRun, valueCheck } from '../check.ts'
import type { CheckedUnit, Span } from '../checked-unit.ts'
import { type PlaceholderKinds, placeholdersParameter } from '../flag-parameters.ts'
import { anyOf, compilePatterns } from '../pattern.ts'
import { servesOneNumber, servesZeroAndOne } from '../plural-forms.ts'
import { occurrences } from '../text.ts'

function find(text: string, { texts, patterns }: PlaceholderKinds, { flags, budget }: CheckedUnit): Span[] {
  const ignoreCase = flags.has('case-insensitive')
  const spans: Span[] = ignoreCase
    ? texts.flatMap(literal => occurrences(text, literal))
    : Array.from(texts.length === 0 ? [] : text.matchAll(anyOf(texts)), match => ({
        start: match.index,
        end: match.index + match[0].length,
      }))
  return patterns.length === 0 ? spans : spans.concat(matchesIn(compilePatterns(patterns, ignoreCase), text, budget))
}

function mayMiss(unit: CheckedUnit, form: number): boolean {
  const { plural } = unit.context
  return unit.targets.length > 1 && (servesOneNumber(plural, form) || servesZeroAndOne(plural, form))
}

export const placeholders = valueCheck({
  id: 'placeholders',
  name: 'Placeholders',
  description: 'The placeholders listed in the flag differ between source and translation.',
  flag: 'placeholders',
  parameter: placeholdersParameter,
  placeables: (text, unit) => {
    try {
      const { texts, patterns } = placeholdersParameter(unit.flags.values('placeholders') ?? [])
      // One at a time, because placeholders may overlap.
      return [
        ...texts.flatMap(literal => find(text, { texts: [literal], patterns: [] }, unit)),
        ...patterns.flatMap(pattern => find(text, { texts: [], patterns: [pattern] }, unit)),
      ]
    } catch (error) {
      if (cannotRun(error, unit)) return []
      throw error
    }
  },
  fails: (unit, kinds) => {
    const ignoreCase = unit.flags.has('case-insensitive')
    const placeholdersIn = (text: string) =>
      new Set(
        find(text, kinds, unit).map(({ start, end }) => {
          const match = text.slice(start, end)
          return ignoreCase ? match.toLowerCase() : match
        }),
      )
    let expected = placeholdersIn(unit.sources[0] ?? '')
    if (expected.size === 0) expected = placeholdersIn(unit.sources.at(-1) ?? '')
    return unit.targets.some((target, form) => {
      const used = placeholdersIn(target)
      if ([...used].some(text => !expected.has(text))) return true
      return !mayMiss(unit, form) && [...expected].some(text => !used.has(text))
    })
  },
})
