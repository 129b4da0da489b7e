import { inTurns } from '#store/turn.ts'
import { splitForms } from '../catalogue/forms.ts'
import { type LocatedTranslation, locate } from '../catalogue/located-units.ts'
import type { Piece, Replacer } from '../catalogue/replace-text.ts'
import type { Query, Term } from '../catalogue/search-query.ts'
import { type Skip, whyNotWritable } from '../catalogue/selected-units.ts'
import { type FoundUnit, findStrings } from '../reports/find-strings.ts'
import type { Place } from '../reports/place.ts'
import type { PageContext } from './send-page.ts'

/** A string that would change. */
export interface PreviewRow {
  readonly unit: FoundUnit
  readonly at: LocatedTranslation
  /** One for each plural form; null if the form stays. */
  readonly forms: readonly (readonly Piece[] | null)[]
  /** Why the user may not change it. */
  readonly skip: Skip | null
}

export interface Preview {
  readonly rows: readonly PreviewRow[]
  readonly next: readonly number[] | null
  readonly lookedAt: number
}

/** Strings read in one step. */
const CHUNK = 100
/** A page ends with the first step that reaches this many rows. */
const ROWS = 50
/** Strings searched for one page, so that a rare pattern does not search the whole site in one request. */
const MOST_SEARCHED = 3000

const term = (field: string, value: string): Term => ({ kind: 'term', field, operator: undefined, value })

/** Finds the translations that a replacement would change. `words` narrows the search in the database. */
export async function previewOf(
  { services, permissions }: PageContext,
  place: Place,
  query: Query,
  words: string | null,
  replace: Replacer,
  after: readonly number[] | null,
): Promise<Preview> {
  const db = services.store.read
  const parts = [query, term('has', 'translation'), ...(words === null ? [] : [term('target', words)])]
  const rows: PreviewRow[] = []
  let next = after
  let lookedAt = 0
  do {
    const page = await findStrings(db, permissions, place, { kind: 'and', parts }, next, CHUNK)
    const units = page.groups.flatMap(group => group.units)
    const places = await locate(db, permissions, units)
    for await (const unit of inTurns(units)) {
      const at = places.get(unit.translation_id)
      if (at === undefined || at.translation.is_source === 1) continue
      const forms = splitForms(unit.target).map(replace)
      if (forms.some(form => form !== null)) rows.push({ unit, at, forms, skip: whyNotWritable(permissions, at, unit) })
    }
    lookedAt += units.length
    next = page.next
  } while (next !== null && rows.length < ROWS && lookedAt < MOST_SEARCHED)
  return { rows, next, lookedAt }
}
