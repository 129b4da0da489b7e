import { UNIT_STATES } from '../values/unit-states.ts'
import { SearchError } from './search-query.ts'

/** States by the names that searches use. */
const STATES: Record<string, number> = {
  empty: UNIT_STATES.empty,
  untranslated: UNIT_STATES.empty,
  'needs-editing': UNIT_STATES.needsEditing,
  fuzzy: UNIT_STATES.needsEditing,
  'needs-rewriting': UNIT_STATES.needsRewriting,
  'needs-checking': UNIT_STATES.needsChecking,
  translated: UNIT_STATES.translated,
  approved: UNIT_STATES.approved,
  readonly: UNIT_STATES.readonly,
  'read-only': UNIT_STATES.readonly,
}

export function stateOf(value: string): number {
  const state = Object.hasOwn(STATES, value) ? STATES[value] : /^\d{1,3}$/.test(value) ? Number(value) : undefined
  if (state === undefined)
    throw new SearchError(`Unknown state "${value}". Valid states: ${Object.keys(STATES).join(', ')}.`)
  return state
}
