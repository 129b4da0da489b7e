import type { SameString } from '../checks/lookup.ts'
import { isTranslated } from '../values/unit-states.ts'
import { splitForms } from './forms.ts'

/** The parts of a string that comparisons use. */
export interface GroupMember {
  readonly component_id: number
  readonly source: string
  readonly target: string
  readonly state: number
}

interface Pair {
  readonly target: string
  readonly state: number
  readonly component: number
}

/** A query for a target and a component can rule out at most four of the kept pairs. */
const ENOUGH_PAIRS = 5

/**
 * Keeps enough pairs of target and component to tell, for any target and component, whether some pair shares neither. A
 * pair is dropped if its target is already kept with two components, because at least one of them differs from any
 * given component, and likewise if its component is already kept with two targets.
 */
class Pairs {
  readonly kept: Pair[] = []

  add(pair: Pair): void {
    if (this.kept.length >= ENOUGH_PAIRS) return
    let [sameTarget, sameComponent] = [0, 0]
    for (const { target, component } of this.kept) {
      if (target === pair.target && component === pair.component) return
      if (target === pair.target) sameTarget++
      if (component === pair.component) sameComponent++
    }
    if (sameTarget < 2 && sameComponent < 2) this.kept.push(pair)
  }
}

/** Translations of one string across the components of a project, reduced to as many as the checks need. */
export class SameStringSummary {
  readonly #all = new Pairs()
  readonly #translated = new Pairs()

  add({ target, state, component_id: component }: GroupMember): void {
    const pair = { target, state, component }
    this.#all.add(pair)
    if (isTranslated(state)) this.#translated.add(pair)
  }

  besides(own: number): SameString[] {
    return [...this.#all.kept, ...this.#translated.kept]
      .filter(({ component }) => component !== own)
      .map(({ target, state }) => ({ targets: splitForms(target), state }))
  }
}

/** Sources of one translation. Two different ones are enough to tell that it has several. */
export class SameTargetSummary {
  readonly #exact = new Set<string>()
  readonly #folded = new Map<string, string>()

  add({ source }: GroupMember): void {
    if (this.#exact.size >= 2 && this.#folded.size >= 2) return
    const first = splitForms(source)[0]!
    const folded = first.toLowerCase()
    if (this.#exact.size < 2) this.#exact.add(first)
    if (this.#folded.size < 2 && !this.#folded.has(folded)) this.#folded.set(folded, first)
  }

  sources(): string[] {
    return [...this.#exact, ...this.#folded.values()]
  }
}
