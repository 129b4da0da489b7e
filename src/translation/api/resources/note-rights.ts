import { appendChange } from '#events/change-log.ts'
import type { AnyCall } from './find.ts'

/** Logs a change to teams, roles or accounts, for the audit log. */
export async function noteRights(
  call: AnyCall,
  kind: string,
  subject: string,
  data: Record<string, unknown> = {},
): Promise<void> {
  await appendChange(call.tx, call.clock, { area: 'accounts', kind, accountId: call.accountId(), subject, data })
}
