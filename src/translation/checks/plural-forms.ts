// The numbers of plural forms, and the pairing of target forms with source forms.

import type { PluralRule } from '#languages/plural.ts'

const ENOUGH = 11
const numbersByRule = new WeakMap<PluralRule, readonly (readonly number[])[]>()

/** The smallest numbers of each form. Cached by identity, so get rules from `pluralRule` or keep them. */
export function numbersOf(rule: PluralRule): readonly (readonly number[])[] {
  const cached = numbersByRule.get(rule)
  if (cached !== undefined) return cached
  const numbers: number[][] = Array.from({ length: rule.number }, () => [])
  const add = (n: number) => {
    const form = numbers[rule.form(n)]
    if (form !== undefined && form.length < ENOUGH) form.push(n)
  }
  for (let n = 0; n < 10_000; n++) add(n)
  // Some rules treat round large numbers apart.
  for (let n = 10_000; n <= 2_000_000; n += 1000) add(n)
  numbersByRule.set(rule, numbers)
  return numbers
}

/** Whether a form serves exactly one number, so that a translation may spell the number out. */
export function servesOneNumber(rule: PluralRule, form: number): boolean {
  return numbersOf(rule)[form]?.length === 1
}

/** Whether a form serves 0 and 1 only. Spelling out "one" is wrong for 0, but 0 hardly ever occurs. */
export function servesZeroAndOne(rule: PluralRule, form: number): boolean {
  const numbers = numbersOf(rule)[form]
  return numbers?.length === 2 && numbers[0] === 0 && numbers[1] === 1
}

export function sameRule(one: PluralRule, other: PluralRule): boolean {
  if (one === other) return true
  if (one.number !== other.number) return false
  for (let n = 0; n <= 200; n++) if (one.form(n) !== other.form(n)) return false
  return [1000, 1_000_000, 2_000_000].every(n => one.form(n) === other.form(n))
}

/** Pairs every target form with a source form: the one for the same number, or the general (last) one. */
export function pairForms(
  sources: readonly string[],
  targets: readonly string[],
  sourceRule: PluralRule,
  targetRule: PluralRule,
): (readonly [source: string, target: string])[] {
  const general = sources.at(-1) ?? ''
  if (sources.length === 1 || sources.length !== sourceRule.number || targets.length !== targetRule.number) {
    return targets.map(target => [general, target] as const)
  }
  if (sameRule(sourceRule, targetRule)) return targets.map((target, i) => [sources[i]!, target] as const)
  const numbers = numbersOf(targetRule)
  return targets.map((target, i) => {
    const only = numbers[i]?.length === 1 ? numbers[i][0] : undefined
    return [only === undefined ? general : (sources[sourceRule.form(only)] ?? general), target] as const
  })
}
