import type { FileString } from '../catalogue/file-units.ts'
import { joinForms, splitForms } from '../catalogue/forms.ts'
import type { Settlement } from '../catalogue/import-file.ts'
import { ownState } from '../catalogue/read-only.ts'
import type { UnitRow } from '../catalogue/rows.ts'
import { UNIT_STATES } from '../values/unit-states.ts'

/** A string that was changed differently here and in the repository. */
export interface Clash {
  readonly unit: UnitRow
  /** The losing text. */
  readonly lost: readonly string[]
}

/** Whose text wins when both sides changed a string. */
export type Winner = 'theirs' | 'ours'

/**
 * A rewritten history. It may have dropped our commits, and with them texts that were already in the repository; for those
 * texts, the common base is the file at the merge base.
 */
export interface Rewritten {
  /** The file at the merge base; no strings when it did not exist. */
  readonly began: ReadonlyMap<string, FileString>
  /** Units whose texts were written here. */
  readonly written: ReadonlySet<number>
}

const NOTHING = { text: '', state: UNIT_STATES.empty as number }

/**
 * Three-way merge of a file, string by string: if only one side changed a string, its text is used; if both did, the
 * winner's text is used and the other one is recorded as a clash.
 */
export class ThreeWayMerge implements Settlement {
  /** Units that keep our text, which must be written to the file. */
  readonly kept = new Set<number>()
  readonly clashes: Clash[] = []
  readonly #base: ReadonlyMap<string, FileString> | null
  readonly #isSource: boolean
  readonly #winner: Winner
  readonly #rewritten: Rewritten | null
  readonly #published: readonly ReadonlyMap<string, FileString>[]

  /**
   * `base` is the last common version; without it, only pending units count as changed here. `published` are versions
   * that we proposed: a text that upstream took from one of them is no change of theirs.
   */
  constructor(
    base: ReadonlyMap<string, FileString> | null,
    isSource: boolean,
    winner: Winner = 'theirs',
    rewritten: Rewritten | null = null,
    published: readonly ReadonlyMap<string, FileString>[] = [],
  ) {
    this.#published = published
    this.#base = base
    this.#winner = winner
    this.#isSource = isSource
    this.#rewritten = rewritten
  }

  settle(theirs: FileString, unit: UnitRow): FileString {
    const their = this.#valueOf(theirs)
    const our = { text: normalized(this.#isSource ? unit.source : unit.target), state: ownState(unit) }
    const base = this.#proposedAs(unit, their) ?? this.#baseOf(unit, our)
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

  /** The text of the repository, if it differs from the common base and we proposed it. */
  #proposedAs(unit: UnitRow, their: { text: string; state: number }) {
    const before = this.#base?.get(unit.id_hash)
    if (before !== undefined && this.#valueOf(before).text === their.text) return null
    for (const strings of this.#published) {
      const string = strings.get(unit.id_hash)
      const value = string && this.#valueOf(string)
      if (value !== undefined && value.text !== '' && value.text === their.text) return value
    }
    return null
  }

  /** The common base of a unit; null when unknown although the string was changed here. */
  #baseOf(unit: UnitRow, our: { text: string; state: number }) {
    const rewritten = this.#rewritten?.written.has(unit.id) ? this.#rewritten : null
    if (rewritten === null && this.#base === null) return unit.pending === 1 ? null : our
    const string = (rewritten?.began ?? this.#base!).get(unit.id_hash)
    return string === undefined ? NOTHING : this.#valueOf(string)
  }

  #valueOf({ string, values }: FileString) {
    if (this.#isSource) return { text: normalized(joinForms(string.source)), state: UNIT_STATES.translated as number }
    return { text: normalized(joinForms(values.target ?? [])), state: values.state ?? UNIT_STATES.empty }
  }

  #keep(theirs: FileString, unit: UnitRow): FileString {
    this.kept.add(unit.id)
    if (this.#isSource) return { ...theirs, string: { ...theirs.string, source: splitForms(unit.source) } }
    return { ...theirs, values: { target: splitForms(unit.target), state: ownState(unit) } }
  }
}

/** Treats any number of empty plural forms as no text. */
const normalized = (text: string): string => (splitForms(text).every(form => form === '') ? '' : text)
