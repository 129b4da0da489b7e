import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Database } from '#store/tables/database.ts'

/** In display order. `log` is about the audit log itself. */
export const CATEGORIES = ['sign-in', 'rights', 'settings', 'deletion', 'log'] as const
export type AuditCategory = (typeof CATEGORIES)[number]

/** Something to record. */
export interface AuditEvent {
  /** Seconds since 1970. */
  readonly at: number
  readonly category: AuditCategory
  readonly event: string
  /** Who did it; null for the system, the command line and unregistered users. */
  readonly accountId: number | null
  /** What it was about: a user name, a title, a path. */
  readonly subject: string
  /** The IP address, as far as it was recorded. */
  readonly address?: string
  readonly data?: Readonly<Record<string, unknown>>
}

export type EntryRow = Selectable<Database['audit_entry']>

/** The hash of an entry. `data` counts as the text that is stored, so that engines and versions agree. */
export const hashOf = (entry: Omit<EntryRow, 'hash'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        entry.previous,
        entry.seq,
        entry.at,
        entry.sealed_at,
        entry.category,
        entry.event,
        entry.account_id,
        entry.actor,
        entry.subject,
        entry.address,
        entry.data,
      ]),
    )
    .digest('hex')
