import { type SqlBool, sql } from 'kysely'
import type { Retention, Services } from '#core/services.ts'
import { seconds } from '#store/clock.ts'
import { deleteSome } from '#store/delete-some.ts'

const DAY = 86_400

/** Deletes recent changes like MediaWiki with `$wgRCMaxAge`. Revisions, logs and tags stay. */
export const oldRecentChanges = ({ store, clock, config }: Services): Retention => ({
  name: 'recent changes',
  deleteOld: async limit => {
    if (config.recentChangesDays === 0) return 0
    const before = seconds(clock) - config.recentChangesDays * DAY
    return deleteSome(store, 'recent_change', 'id', sql<SqlBool>`timestamp < ${before}`, limit)
  },
})
