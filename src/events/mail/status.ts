import type { Reader } from '#store/store.ts'

export interface OutboxStatus {
  readonly waiting: number
  readonly sent: number
  readonly givenUp: number
  /** Why emails are waiting or failed, most frequent first. */
  readonly reasons: readonly { readonly count: number; readonly reason: string }[]
}

const SHOWN_REASONS = 10

export async function outboxStatus(db: Reader): Promise<OutboxStatus> {
  const { total, sent, failed } = await db
    .selectFrom('mail')
    .select(eb => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.count<number>('sent_at').as('sent'),
      eb.fn.count<number>('failed_at').as('failed'),
    ])
    .executeTakeFirstOrThrow()
  const reasons = await db
    .selectFrom('mail')
    .select(eb => ['last_error as reason', eb.fn.countAll<number>().as('count')])
    .where('last_error', 'is not', null)
    .groupBy('last_error')
    .orderBy('count', 'desc')
    .limit(SHOWN_REASONS)
    .execute()
  return {
    waiting: Number(total) - Number(sent) - Number(failed),
    sent: Number(sent),
    givenUp: Number(failed),
    reasons: reasons.map(({ reason, count }) => ({ reason: reason!, count: Number(count) })),
  }
}
