import { checksum, hash64 } from './forms.ts'
import type { UnitRow } from './rows.ts'

export type Versioned = Pick<UnitRow, 'source' | 'target' | 'state' | 'explanation' | 'extra_flags'>

/**
 * The version of a string, for detecting conflicting edits. It depends only on the visible content: reverted changes
 * and counters do not affect it.
 */
export const versionOf = ({ source, target, state, explanation, extra_flags }: Versioned): string =>
  checksum(hash64(source, target, String(state), explanation, extra_flags))
