// What checks that look beyond one string ask the catalogue.

import type { CheckedUnit } from './checked-unit.ts'

export interface SameString {
  readonly targets: readonly string[]
  readonly state: number
}

/** A change of one string that set its target, or that made earlier targets meaningless. */
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
  /** Translated share of the whole component, from 0 to 1. */
  readonly componentTranslated: number
}

export interface CheckLookup {
  readonly now: Date
  /**
   * The same string in other components of the project: same key and source, same language and plural rule.
   * Empty when this component or the other one does not propagate translations. Of many, some may be left out that would
   * change no verdict.
   */
  sameString(unit: CheckedUnit): Promise<readonly SameString[]>
  /**
   * First source forms of other strings of the project that have the same targets, in the same language with the same
   * plural rule and source language, in components that propagate translations. Of many, some may be left out that would
   * change no verdict; the string's own source may be among them.
   */
  sourcesWithSameTarget(unit: CheckedUnit): Promise<readonly string[]>
  /** Changes of the string, newest first. */
  pastChanges(unit: CheckedUnit): Promise<readonly PastChange[]>
  /** In how many translations of this source string some check fails and is not dismissed. */
  failingTranslations(unit: CheckedUnit): Promise<number>
  /** How far this source string is translated. */
  progress(unit: CheckedUnit): Promise<StringProgress>
}
