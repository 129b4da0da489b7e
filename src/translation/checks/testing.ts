// Test helpers for checks: plural rules of some languages, and tables of strings that pass or fail.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PluralRule } from '#languages/plural.ts'
import type { Check } from './check.ts'
import type { CheckContext, GlossaryTerm, Unit } from './checked-unit.ts'
import { Flags } from './flags.ts'
import { checkText } from './run.ts'

const slavic = (n: number): number => {
  if (n % 10 === 1 && n % 100 !== 11) return 0
  return n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2
}

export const PLURALS = {
  en: { number: 2, form: n => (n === 1 ? 0 : 1) },
  fr: { number: 2, form: n => (n > 1 ? 1 : 0) },
  cs: { number: 3, form: n => (n === 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2) },
  ru: { number: 3, form: slavic },
  ja: { number: 1, form: () => 0 },
} satisfies Record<string, PluralRule>

export interface Circumstances {
  readonly language?: string
  readonly sourceLanguage?: string
  readonly plural?: PluralRule
  /** Flags in addition to the one that the check needs. */
  readonly flags?: string
  readonly state?: number
  readonly key?: string
  readonly note?: string
  readonly terms?: readonly GlossaryTerm[]
  readonly context?: Partial<CheckContext>
}

export type Forms = string | readonly string[]

const forms = (text: Forms): readonly string[] => (typeof text === 'string' ? [text] : text)

/** The ids of the checks that a string fails. */
export const runChecks = (...args: Parameters<typeof checkText>): readonly string[] => checkText(...args).failing

export function unitFor(source: Forms, target: Forms, how: Circumstances = {}, isSource = false): Unit {
  return {
    sources: forms(source),
    targets: forms(target),
    state: how.state ?? 20,
    flags: Flags.of(how.flags),
    key: how.key ?? '',
    note: how.note ?? '',
    isSource,
    terms: how.terms ?? [],
  }
}

export function contextFor(how: Circumstances = {}): CheckContext {
  return {
    language: how.language ?? 'cs',
    sourceLanguage: how.sourceLanguage ?? 'en',
    plural: how.plural ?? PLURALS.cs,
    sourcePlural: PLURALS.en,
    ...how.context,
  }
}

/** Whether a string fails a check, as a user would see it; the flag that the check needs is set. */
export function failsCheck(check: Check, source: Forms, target: Forms, how: Circumstances = {}): boolean {
  const needed = check.flags.length === 0 || check.parameter !== undefined ? '' : check.flags[0]!
  const flags = [needed, how.flags ?? ''].filter(text => text !== '').join(', ')
  const unit = unitFor(source, target, { ...how, flags }, check.side === 'source')
  return runChecks(unit, contextFor(how)).includes(check.id)
}

export interface Table {
  passes(source: Forms, target?: Forms, how?: Circumstances): void
  fails(source: Forms, target?: Forms, how?: Circumstances): void
}

/** Runs a table of strings against one check. Rows name the source, the translation and what is special about them. */
export function describeCheck(check: Check, fill: (table: Table) => void): void {
  test(`${check.id}: ${check.name}`, () => {
    const row =
      (expected: boolean) =>
      (source: Forms, target: Forms = '', how: Circumstances = {}) => {
        const verdict = `${JSON.stringify(source)} → ${JSON.stringify(target)} ${JSON.stringify(how)}`
        assert.equal(failsCheck(check, source, target, how), expected, `${expected ? 'fails' : 'passes'}: ${verdict}`)
      }
    fill({ passes: row(false), fails: row(true) })
  })
}
