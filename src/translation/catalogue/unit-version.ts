import { checksum, hash64 } from './forms.ts'
import type { UnitRow } from './rows.ts'

/**
 * What tells whether somebody else has changed a string meanwhile. It follows from what can be seen of the string and nothing
 * else: a change that was taken back is none, and numbers that are counted in passing are none either.
 */
export const versionOf = ({ source, target, state, explanation, extra_flags }: UnitRow): string =>
  checksum(hash64(source, target, String(state), explanation, extra_flags))
