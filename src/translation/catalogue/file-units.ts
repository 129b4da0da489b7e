import { inTurns } from '#store/turn.ts'
import type { FileUnit, ParsedFile } from '../formats/format.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { isOverlong } from './acceptable-file.ts'
import { type GivenTranslation, idHash, type NewString } from './insert-units.ts'

export interface FileString {
  hash: string
  string: NewString
  given: GivenTranslation
}

/** What is in a file and cannot be translated here. */
export interface LeftOut {
  /** Strings that are there again. */
  readonly twice: NewString[]
  readonly overlong: FileString[]
}

export const nothingLeftOut = (): LeftOut => ({ twice: [], overlong: [] })

/**
 * Strings of a file as the catalogue wants them. Of two with the same key one counts, and `leftOut` gets the others, and those
 * that are too long; obsolete ones are left out.
 */
export async function stringsOf(
  file: ParsedFile,
  options: { byKey: boolean; plurals: number; review: boolean },
  leftOut = nothingLeftOut(),
): Promise<FileString[]> {
  const result = new Map<string, FileString>()
  for await (const unit of inTurns(file.units)) {
    if (unit.obsolete || unit.source.length === 0) continue
    const string: NewString = {
      source: unit.source,
      context: unit.context,
      byKey: options.byKey,
      note: shortened(unit.note),
      location: shortened(unit.location),
      flags: unit.flags.join(', '),
    }
    const hash = idHash(string)
    if (unit.duplicate || result.has(hash)) leftOut.twice.push(string)
    else if (isOverlong(unit)) leftOut.overlong.push({ hash, string, given: {} })
    else result.set(hash, { hash, string, given: givenBy(unit, options) })
  }
  return [...result.values()]
}

const LONGEST_NOTE = 20_000

/** Nobody translates what is said about a string, so the beginning of it is enough. */
const shortened = (note: string): string =>
  note.length > LONGEST_NOTE ? `${note.slice(0, LONGEST_NOTE - 1).toWellFormed()}…` : note

function givenBy(unit: FileUnit, { plurals, review }: { plurals: number; review: boolean }): GivenTranslation {
  const count = unit.source.length > 1 ? plurals : 1
  const target = Array.from({ length: count }, (_, i) => unit.target[i] ?? '')
  if (unit.readonly) return { target, state: UNIT_STATES.readonly }
  if (target.every(form => form === '')) return { target, state: UNIT_STATES.empty }
  if (unit.fuzzy) return { target, state: UNIT_STATES.needsEditing }
  return { target, state: unit.approved && review ? UNIT_STATES.approved : UNIT_STATES.translated }
}
