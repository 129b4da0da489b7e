import type { Reader } from '#store/store.ts'
import type { TranslationRow, UnitRow } from '#translation/catalogue/rows.ts'
import { UNIT_STATES } from '#translation/values/unit-states.ts'

/** Flags of a string that a wiki page overrides: a translation of it would never be shown. */
export const CUSTOMISED = 'read-only, customised'

/** Marked strings of one language. Uploading the source file drops the flags but keeps the state, hence both values. */
export const markedUnits = (db: Reader, translation: TranslationRow): Promise<UnitRow[]> =>
  db
    .selectFrom('unit')
    .selectAll()
    .where('translation_id', '=', translation.id)
    .where('state', '=', UNIT_STATES.readonly)
    .where('flags', 'in', [CUSTOMISED, ''])
    .orderBy('id')
    .execute()
