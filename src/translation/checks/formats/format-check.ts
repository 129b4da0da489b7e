// Placeholder checks: source and translation must have the same placeholders.

import { pluralCheck, type TextCheck } from '../check.ts'
import type { CheckedUnit, Span } from '../checked-unit.ts'
import { servesOneNumber, servesZeroAndOne } from '../plural-forms.ts'
import { tally } from '../text.ts'

export interface Placeholder extends Span {
  /** The part that must match between source and translation. */
  readonly value: string
}

export interface FormatSyntax {
  /** Finds the placeholders in a text, from left to right, without escapes like %%. */
  readonly find: (text: string) => readonly Placeholder[]
  /** Escapes like %%, which stand for a character and must not be changed by a machine. */
  readonly findEscapes?: (text: string) => readonly Span[]
  /** Whether a placeholder takes its argument by position, so that the order matters. Default: none does. */
  readonly isPositional?: (value: string) => boolean
}

interface FormatDeclaration {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly flag: string | readonly string[]
  readonly syntax: FormatSyntax
  readonly applies?: (unit: CheckedUnit) => boolean
  /** Additional errors in a translation. */
  readonly isBroken?: (target: string, unit: CheckedUnit) => boolean
}

interface FormatCheck extends TextCheck {
  readonly syntax: FormatSyntax
}

interface Difference {
  missing: boolean
  extra: boolean
}

function inOrder(source: readonly string[], target: readonly string[]): Difference {
  const differ = source.some((value, i) => i < target.length && value !== target[i])
  return { missing: differ || source.length > target.length, extra: differ || target.length > source.length }
}

function inAnyOrder(source: readonly string[], target: readonly string[]): Difference {
  const inSource = tally(source)
  const inTarget = tally(target)
  const exceeds = (one: Map<string, number>, other: Map<string, number>) =>
    [...one].some(([value, n]) => n > (other.get(value) ?? 0))
  return { missing: exceeds(inSource, inTarget), extra: exceeds(inTarget, inSource) }
}

function disagree(syntax: FormatSyntax, source: string, target: string, mayMiss: boolean): boolean {
  const inSource = syntax.find(source).map(({ value }) => value)
  const inTarget = syntax.find(target).map(({ value }) => value)
  const ordered = inSource.length === 0 || inSource.some(value => syntax.isPositional?.(value) === true)
  const { missing, extra } = ordered ? inOrder(inSource, inTarget) : inAnyOrder(inSource, inTarget)
  return extra || (missing && !mayMiss)
}

/** Whether a plural form may spell out its number instead of using the placeholder. */
function maySpellOut(unit: CheckedUnit, form: number): boolean {
  const { plural, strictFormatPlurals } = unit.context
  if (unit.sources.length === 1 || unit.flags.has('strict-format')) return false
  if (servesOneNumber(plural, form)) return true
  return form === 0 && strictFormatPlurals !== true && servesZeroAndOne(plural, form)
}

/** Calls a comparison for each target form with the source form that has the placeholders, until one fails. */
export function someFormFails(
  unit: CheckedUnit,
  hasPlaceholders: (text: string) => boolean,
  fails: (source: string, target: string, mayMiss: boolean) => boolean,
): boolean {
  const { sources, targets } = unit
  const singular = sources[0] ?? ''
  const general = sources.at(-1) ?? ''
  if (sources.length === 1 || targets.length === 1) {
    return targets.some(target => target !== '' && general !== '' && fails(general, target, false))
  }
  return targets.some((target, form) => {
    if (target === '') return false
    const source = form === 0 && (hasPlaceholders(singular) || !hasPlaceholders(general)) ? singular : general
    return source !== '' && fails(source, target, maySpellOut(unit, form))
  })
}

export function formatCheck(declared: FormatDeclaration): FormatCheck {
  const { syntax, isBroken = () => false } = declared
  const check = pluralCheck({
    ...declared,
    placeables: text => [...syntax.find(text), ...(syntax.findEscapes?.(text) ?? [])],
    fails: unit =>
      someFormFails(
        unit,
        text => syntax.find(text).length > 0,
        (source, target, mayMiss) => disagree(syntax, source, target, mayMiss) || isBroken(target, unit),
      ),
  })
  return { ...check, syntax }
}

/** Placeholders found by a regular expression; the first group, or else the whole match, is the value. */
export function byPattern(pattern: RegExp, clean: (value: string) => string = value => value): FormatSyntax['find'] {
  return text => {
    const placeholders: Placeholder[] = []
    for (const match of text.matchAll(pattern)) {
      placeholders.push({ start: match.index, end: match.index + match[0].length, value: clean(match[1] ?? match[0]) })
    }
    return placeholders
  }
}

export const withoutSpace = (text: string): string => text.replace(/\s+/g, '')
