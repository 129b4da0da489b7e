import type { Entry } from '../shared/outbox-entry.ts'
import { outbox } from '../shared/page-outbox.ts'
import type { Row } from './types.ts'

/** Work on a string that the outbox has taken over. */
export interface Job {
  readonly kind: 'save' | 'suggest'
  readonly before: Row
  readonly rank: number
  /** What the string said before. */
  readonly was: { readonly target: readonly string[]; readonly state: number }
  readonly forms: readonly string[]
  readonly state: number
  /** The translation, as its address in the API. */
  readonly place: string
  readonly isUndo?: boolean
}

export const laneOf = (unit: number): string => `unit ${unit}`

/** What the outbox holds for a string, oldest first. */
export const pendingOf = (unit: number): readonly Entry[] => outbox.inLane(laneOf(unit))

export const jobOf = ({ data }: Entry): Job | null => (data as Job | undefined) ?? null
