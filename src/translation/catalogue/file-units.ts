import { inTurns } from '#store/turn.ts'
import type { FileUnit, ParsedFile } from '../formats/format.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { isOverlong } from './acceptable-file.ts'
import { idHash, type NewString, type TranslationValues } from './insert-units.ts'

export interface FileString {
  hash: string
  string: NewString
  values: TranslationValues
}

/** Strings of a file that cannot be translated here. */
export interface LeftOut {
  /** Duplicates. */
  readonly twice: NewString[]
  readonly overlong: FileString[]
}

export const nothingLeftOut = (): LeftOut => ({ twice: [], overlong: [] })

/**
 * Converts a parsed file into strings for the catalogue. Duplicates and overlong strings go into `leftOut`; obsolete
 * ones are ignored.
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
    else if (isOverlong(unit)) leftOut.overlong.push({ hash, string, values: {} })
    else result.set(hash, { hash, string, values: translationIn(unit, options) })
  }
  return [...result.values()]
}

const LONGEST_NOTE = 20_000

/** Truncates notes, which nobody translates. */
const shortened = (note: string): string =>
  note.length > LONGEST_NOTE ? `${note.slice(0, LONGEST_NOTE - 1).toWellFormed()}…` : note

function translationIn(unit: FileUnit, { plurals, review }: { plurals: number; review: boolean }): TranslationValues {
  const count = unit.source.length > 1 ? plurals : 1
  const target = Array.from({ length: count }, (_, i) => unit.target[i] ?? '')
  if (unit.readonly) return { target, state: UNIT_STATES.readonly }
  if (target.every(form => form === '')) return { target, state: UNIT_STATES.empty }
  if (unit.fuzzy) return { target, state: UNIT_STATES.needsEditing }
  return { target, state: unit.approved && review ? UNIT_STATES.approved : UNIT_STATES.translated }
}
