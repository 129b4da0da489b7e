import type { Entry } from '../shared/outbox-entry.ts'
import { outbox } from '../shared/page-outbox.ts'
import type { Row } from './types.ts'

/** Outbox data for an edit to a string. */
export interface Job {
  readonly kind: 'save' | 'suggest'
  readonly before: Row
  readonly rank: number
  /** The previous text of the string. */
  readonly was: { readonly target: readonly string[]; readonly state: number }
  readonly forms: readonly string[]
  readonly state: number
  /** API URL of the translation. */
  readonly place: string
  readonly isUndo?: boolean
}

export const laneOf = (unit: number): string => `unit ${unit}`

/** Outbox entries of a string, oldest first. */
export const pendingOf = (unit: number): readonly Entry[] => outbox.inLane(laneOf(unit))

export const jobOf = ({ data }: Entry): Job | null => (data as Job | undefined) ?? null
