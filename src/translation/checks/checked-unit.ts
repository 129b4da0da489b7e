// Input types of checks.

import type { PluralRule } from '#languages/plural.ts'
import type { StepBudget } from '#patterns/step-budget.ts'
import type { Flags } from './flags.ts'

/** A range of text from `start` to `end`, exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface GlossaryTerm {
  readonly source: string
  readonly target: string
  /** The term must stay untranslated. */
  readonly readOnly?: boolean
  /** The target must not be used. */
  readonly forbidden?: boolean
}

/** Data shared by all strings of a translation. */
export interface CheckContext {
  readonly language: string
  readonly sourceLanguage: string
  readonly plural: PluralRule
  readonly sourcePlural: PluralRule
  readonly projectName?: string
  readonly componentName?: string
  readonly fileFormat?: string
  readonly isGlossary?: boolean
  /** Several forms of a string are alternatives, not plurals. */
  readonly isMultivalue?: boolean
  /** The file format requires placeholders in every plural form that applies to more than one number. */
  readonly strictFormatPlurals?: boolean
}

/** One string of a translation. Plural strings have several forms on each side. */
export interface Unit {
  readonly id?: number
  readonly sources: readonly string[]
  readonly targets: readonly string[]
  readonly state: number
  readonly flags: Flags
  /** The key in the file. */
  readonly key?: string
  /** The developer's comment. */
  readonly note?: string
  /** A string of the source language, of which only the source is checked. */
  readonly isSource?: boolean
  /** Glossary terms that may occur in the source; needed by strings with the flag check-glossary. */
  readonly terms?: readonly GlossaryTerm[]
}

/** A string as checks see it. */
export interface CheckedUnit extends Required<Omit<Unit, 'id'>> {
  readonly id: number | undefined
  readonly context: CheckContext
  /** Step budget shared by all patterns in the flags. */
  readonly budget: StepBudget
  /** Checks that could not run, by ID, with the reason. */
  readonly notRun: Map<string, string>
  /** Every target form with the source form to compare it with. */
  readonly pairs: readonly (readonly [source: string, target: string])[]
  /** Placeholders and markup in a text, according to the flags of the string; sorted, never overlapping. */
  placeables(text: string): readonly Span[]
}
