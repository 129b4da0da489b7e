/** Translation states, as stored and as used in the API. */
export const UNIT_STATES = {
  empty: 0,
  needsEditing: 10,
  needsRewriting: 11,
  needsChecking: 12,
  translated: 20,
  approved: 30,
  readonly: 100,
} as const

export const isFuzzy = (state: number): boolean => state >= UNIT_STATES.needsEditing && state < UNIT_STATES.translated
export const isTranslated = (state: number): boolean => state >= UNIT_STATES.translated
