import { inTurns } from '#store/turn.ts'
import type { FileUnit, ParsedFile } from '../formats/format.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { type GivenTranslation, idHash, type NewString } from './insert-units.ts'

export interface FileString {
  hash: string
  string: NewString
  given: GivenTranslation
}

/**
 * Strings of a file as the catalogue wants them. Of two with the same key the first counts, and `twice` gets the others;
 * obsolete ones are left out.
 */
export async function stringsOf(
  file: ParsedFile,
  options: { byKey: boolean; plurals: number; review: boolean },
  twice: NewString[] = [],
): Promise<FileString[]> {
  const result = new Map<string, FileString>()
  for await (const unit of inTurns(file.units)) {
    if (unit.obsolete || unit.source.length === 0) continue
    const string: NewString = {
      source: unit.source,
      context: unit.context,
      byKey: options.byKey,
      note: unit.note,
      location: unit.location,
      flags: unit.flags.join(', '),
    }
    const hash = idHash(string)
    if (result.has(hash)) twice.push(string)
    else result.set(hash, { hash, string, given: givenBy(unit, options) })
  }
  return [...result.values()]
}

function givenBy(unit: FileUnit, { plurals, review }: { plurals: number; review: boolean }): GivenTranslation {
  const count = unit.source.length > 1 ? plurals : 1
  const target = Array.from({ length: count }, (_, i) => unit.target[i] ?? '')
  if (unit.readonly) return { target, state: UNIT_STATES.readonly }
  if (target.every(form => form === '')) return { target, state: UNIT_STATES.empty }
  if (unit.fuzzy) return { target, state: UNIT_STATES.needsEditing }
  return { target, state: unit.approved && review ? UNIT_STATES.approved : UNIT_STATES.translated }
}
