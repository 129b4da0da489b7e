// Catalogue lookups for checks that need more than the string itself.

import type { CheckedUnit } from './checked-unit.ts'

export interface SameString {
  readonly targets: readonly string[]
  readonly state: number
}

/** A change that set the target of a string, or that invalidated earlier targets. */
export interface PastChange {
  readonly kind: 'target' | 'source changed' | 'marked for edit'
  readonly targets: readonly string[]
  /** The state the change left the string in. */
  readonly state: number
}

export interface StringProgress {
  /** When the string was added. */
  readonly added: Date
  /** The states of the string in all translations of the component. */
  readonly states: readonly number[]
  /** Translated fraction of the whole component, from 0 to 1. */
  readonly componentTranslated: number
}

export interface CheckLookup {
  readonly now: Date
  /**
   * The same string in other components of the project: same key and source, same language and plural rule. Empty when
   * this component or the other one does not propagate translations. Of many, some may be left out that would change no
   * verdict.
   */
  sameString(unit: CheckedUnit): Promise<readonly SameString[]>
  /**
   * First source forms of other strings of the project that have the same targets, in the same language with the same
   * plural rule and source language, in components that propagate translations. Of many, some may be left out that
   * would change no verdict; the string's own source may be among them.
   */
  sourcesWithSameTarget(unit: CheckedUnit): Promise<readonly string[]>
  /** Changes of the string, newest first. */
  pastChanges(unit: CheckedUnit): Promise<readonly PastChange[]>
  /** Number of translations of this source string with failing checks that are not dismissed. */
  failingTranslations(unit: CheckedUnit): Promise<number>
  /** Translation progress of this source string. */
  progress(unit: CheckedUnit): Promise<StringProgress>
}
