import { appendChange } from '#events/change-log.ts'
import type { Clock } from '#store/clock.ts'
import type { Writer } from '#store/store.ts'
import type { Account } from './account.ts'

/** Logs what happened to an account. `by` is null on the command line. */
export async function noteAccount(
  tx: Writer,
  clock: Clock,
  account: Pick<Account, 'id' | 'name'>,
  kind: string,
  data: Record<string, unknown> = {},
  by: number | null = account.id,
): Promise<void> {
  await appendChange(tx, clock, { area: 'accounts', kind, accountId: by, subject: account.name, data })
}
