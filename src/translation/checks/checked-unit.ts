// A string as checks see it, and what belongs to it.

import type { StepBudget } from '#patterns/step-budget.ts'
import type { Flags } from './flags.ts'
import type { PluralRule } from './plural-forms.ts'

/** A stretch of a text: from `start` up to, not including, `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface GlossaryTerm {
  readonly source: string
  readonly target: string
  /** The term stays as it is in the source. */
  readonly readOnly?: boolean
  /** The target must not be used. */
  readonly forbidden?: boolean
}

/** What all strings of one translation share. */
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
  /** The tools of this file format demand placeholders in every plural form that matches more than one number. */
  readonly strictFormatPlurals?: boolean
}

/** One string of a translation. Plural strings have several forms on each side. */
export interface Unit {
  readonly id?: number
  readonly sources: readonly string[]
  readonly targets: readonly string[]
  readonly state: number
  readonly flags: Flags
  /** The developer's comment. */
  readonly note?: string
  /** The string stands in the source language: only its source is checked. */
  readonly isSource?: boolean
  /** Glossary terms that may occur in the source; needed by strings with the flag check-glossary. */
  readonly terms?: readonly GlossaryTerm[]
}

/** A string as checks see it. */
export interface CheckedUnit extends Required<Omit<Unit, 'id'>> {
  readonly id: number | undefined
  readonly context: CheckContext
  /** What the patterns in its flags may take, all together. */
  readonly budget: StepBudget
  /** The checks that could not run, by their ids, each with a sentence that says why. */
  readonly notRun: Map<string, string>
  /** Every target form with the source form it is held against. */
  readonly pairs: readonly (readonly [source: string, target: string])[]
  /** Placeholders and markup in a text, according to the flags of the string; sorted, never overlapping. */
  placeables(text: string): readonly Span[]
}
