import type { GivenTranslation } from '#translation/catalogue/insert-units.ts'
import { UNIT_STATES } from '#translation/values/unit-states.ts'

/** What ships is finished: message files have no word for anything else. */
export const shippedTranslation = (text: string | null | undefined): Required<GivenTranslation> =>
  text ? { target: [text], state: UNIT_STATES.translated } : { target: [''], state: UNIT_STATES.empty }
