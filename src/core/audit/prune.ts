import { type Clock, seconds } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { appendEntries, lockHead, moveAnchor, readHead } from './chain.ts'
import { PRUNED } from './verify.ts'

const DAY = 86_400

/** Deletes old entries of the audit log, once a day. The chain then begins after the last deleted entry. */
export const oldAuditEntries = (store: Store, clock: Clock, days: number) => ({
  name: 'audit log',
  deleteOld: async (limit: number): Promise<number> => {
    if (days === 0) return 0
    const now = seconds(clock)
    const before = now - days * DAY
    const { anchorSeq } = await readHead(store.primary)
    const rows = await store.primary
      .selectFrom('audit_entry')
      .select(['seq', 'hash', 'sealed_at'])
      .where('seq', '>', anchorSeq)
      .orderBy('seq')
      .limit(limit)
      .execute()
    // Each deletion gets an entry, so not every hour.
    if (rows.length === 0 || rows[0]!.sealed_at >= before - DAY) return 0
    const kept = rows.findIndex(row => row.sealed_at >= before)
    const old = kept < 0 ? rows : rows.slice(0, kept)
    const { seq: until, hash } = old.at(-1)!
    return store.transaction(async tx => {
      const head = await lockHead(tx)
      // Another server was faster.
      if (head.anchorSeq !== anchorSeq) return 0
      await tx.deleteFrom('audit_entry').where('seq', '<=', until).execute()
      await moveAnchor(tx, until, hash)
      const data = { until, hash, entries: old.length }
      await appendEntries(
        tx,
        head,
        [{ at: now, category: 'log', event: PRUNED, accountId: null, subject: '', data }],
        now,
      )
      return old.length
    })
  },
})
