import type { TranslationValues } from '#translation/catalogue/insert-units.ts'
import { UNIT_STATES } from '#translation/values/unit-states.ts'

/** Shipped texts count as translated: message files cannot express any other state. */
export const shippedTranslation = (text: string | null | undefined): Required<TranslationValues> =>
  text ? { target: [text], state: UNIT_STATES.translated } : { target: [''], state: UNIT_STATES.empty }
