import type { FileString } from '../catalogue/file-units.ts'
import { joinForms, splitForms } from '../catalogue/forms.ts'
import type { Settlement } from '../catalogue/import-file.ts'
import { ownState } from '../catalogue/read-only.ts'
import type { UnitRow } from '../catalogue/rows.ts'
import { UNIT_STATES } from '../values/unit-states.ts'

/** One string that was given different texts here and in the repository. */
export interface Clash {
  readonly unit: UnitRow
  /** The text that does not stand. */
  readonly lost: readonly string[]
}

/** Whose text stands when both changed a string. */
export type Winner = 'theirs' | 'ours'

/**
 * A history that was written anew. It may have dropped, with commits of ours, what was written here and was in the repository
 * already: of that, what both sides had is what they began with.
 */
export interface Rewritten {
  /** The file where the two histories part; without strings when it was not there. */
  readonly began: ReadonlyMap<string, FileString>
  /** Units with texts that were written here. */
  readonly written: ReadonlySet<number>
}

const NOTHING = { text: '', state: UNIT_STATES.empty as number }

/**
 * Settles string by string what becomes of a file that was changed here and in the repository: who alone changed a string is
 * right; where both did, the winner is, and what the other one wrote is remembered as a clash.
 */
export class ThreeWays implements Settlement {
  /** Units that stay as they are here, and so are to be written into the file. */
  readonly kept = new Set<number>()
  readonly clashes: Clash[] = []
  readonly #base: ReadonlyMap<string, FileString> | null
  readonly #isSource: boolean
  readonly #winner: Winner
  readonly #rewritten: Rewritten | null

  /** `base` is the file as both had it last; without it, only what waits to be written counts as changed here. */
  constructor(
    base: ReadonlyMap<string, FileString> | null,
    isSource: boolean,
    winner: Winner = 'theirs',
    rewritten: Rewritten | null = null,
  ) {
    this.#base = base
    this.#winner = winner
    this.#isSource = isSource
    this.#rewritten = rewritten
  }

  settle(theirs: FileString, unit: UnitRow): FileString {
    const their = this.#valueOf(theirs)
    const our = { text: spoken(this.#isSource ? unit.source : unit.target), state: ownState(unit) }
    const base = this.#baseOf(unit, our)
    if (our.text === their.text) {
      const isOurs = our.state !== their.state && their.state === base?.state
      return isOurs ? this.#keep(theirs, unit) : theirs
    }
    if (our.text === base?.text) return theirs
    if (their.text === base?.text || (base === null && their.text === '')) return this.#keep(theirs, unit)
    if (this.#winner === 'ours') {
      this.clashes.push({ unit, lost: splitForms(their.text) })
      return this.#keep(theirs, unit)
    }
    if (our.text !== '') this.clashes.push({ unit, lost: splitForms(our.text) })
    return theirs
  }

  keeps(unit: UnitRow): boolean {
    const isOurs = this.#base === null ? unit.pending === 1 : !this.#base.has(unit.id_hash)
    if (isOurs) this.kept.add(unit.id)
    return isOurs
  }

  /** What both had; null when that is not known, though the string was changed here. */
  #baseOf(unit: UnitRow, our: { text: string; state: number }) {
    const rewritten = this.#rewritten?.written.has(unit.id) ? this.#rewritten : null
    if (rewritten === null && this.#base === null) return unit.pending === 1 ? null : our
    const string = (rewritten?.began ?? this.#base!).get(unit.id_hash)
    return string === undefined ? NOTHING : this.#valueOf(string)
  }

  #valueOf({ string, given }: FileString) {
    if (this.#isSource) return { text: spoken(joinForms(string.source)), state: UNIT_STATES.translated as number }
    return { text: spoken(joinForms(given.target ?? [])), state: given.state ?? UNIT_STATES.empty }
  }

  #keep(theirs: FileString, unit: UnitRow): FileString {
    this.kept.add(unit.id)
    if (this.#isSource) return { ...theirs, string: { ...theirs.string, source: splitForms(unit.source) } }
    return { ...theirs, given: { target: splitForms(unit.target), state: ownState(unit) } }
  }
}

/** Any number of empty forms is no text. */
const spoken = (text: string): string => (splitForms(text).every(form => form === '') ? '' : text)
