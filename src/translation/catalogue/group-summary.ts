import type { SameString } from '../checks/lookup.ts'
import { isTranslated } from '../values/unit-states.ts'
import { splitForms } from './forms.ts'

/** What a string is compared by. */
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

/** A question about a target and a component can touch no more than four of the pairs that are kept. */
const ENOUGH_PAIRS = 5

/**
 * Enough of some pairs of a target and a component to tell, for any target and any component, whether there is a pair that
 * shares neither. A pair may be left out when its target stands beside two components already, because one of those two is
 * another component than the one that is asked for; and likewise when its component has two targets.
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

/** How one string is translated in the components of a project: as much of it as decides about each of them, however many there are. */
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

/** What one translation stands for: two different sources are enough to say that it stands for several. */
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
