import type { LoggedChange } from '#events/change-log.ts'
import type { Clock } from '#store/clock.ts'
import type { Reader, Store } from '#store/store.ts'
import type { AuditEvent } from './entry.ts'

/** Tells which entries of the change log belong in the audit log. */
export interface AuditSource {
  /** Area of the change log. */
  readonly area: string
  /** Kinds of entries that `describe` wants to see. */
  readonly kinds: readonly string[]
  /** What to record, in order. */
  describe(db: Reader, entries: readonly LoggedChange[]): Promise<readonly AuditEvent[]>
}

/** What sealing needs of the services. */
export interface AuditedSite {
  readonly store: Store
  readonly clock: Clock
  readonly audit: readonly AuditSource[]
}
