import { sql } from 'kysely'
import type { Clock } from '#store/clock.ts'
import type { Writer } from '#store/store.ts'

/** Age limit of recent changes, as in MediaWiki's default. */
const MAX_AGE = 90 * 86400

const EDIT = { type: 0, source: 'mw.edit' } as const
const NEW = { type: 1, source: 'mw.new' } as const
const LOG = { type: 3, source: 'mw.log' } as const

/** Builds recent changes from revisions and log entries when the import did not contain any. */
export async function deriveRecentChanges(tx: Writer, clock: Clock): Promise<void> {
  const since = Math.floor(clock.now() / 1000) - MAX_AGE
  await sql`
    insert into recent_change (timestamp, actor_id, ns, title, summary_id, minor, is_new, page_id, this_rev, last_rev,
      type, source, old_length, new_length, deleted)
    select revision.timestamp, revision.actor_id, page.ns, page.title, revision.summary_id, revision.minor,
      case when coalesce(revision.parent_id, 0) = 0 then 1 else 0 end, page.id, revision.id,
      coalesce(revision.parent_id, 0),
      case when coalesce(revision.parent_id, 0) = 0 then ${sql.lit(NEW.type)} else ${sql.lit(EDIT.type)} end,
      case when coalesce(revision.parent_id, 0) = 0 then ${sql.lit(NEW.source)} else ${sql.lit(EDIT.source)} end,
      coalesce(parent.length, 0), revision.length, revision.deleted
    from revision join page on page.id = revision.page_id left join revision as parent on parent.id = revision.parent_id
    where revision.timestamp >= ${since}
      and not exists (select 1 from recent_change where recent_change.this_rev = revision.id)
    order by revision.timestamp, revision.id`.execute(tx)
  await sql`
    insert into recent_change (timestamp, actor_id, ns, title, summary_id, page_id, type, source, log_id, log_type,
      log_action, params, deleted)
    select timestamp, actor_id, ns, title, summary_id, coalesce(page_id, 0), ${sql.lit(LOG.type)},
      ${sql.lit(LOG.source)}, id, type, action, params, deleted
    from log
    where timestamp >= ${since} and not exists (select 1 from recent_change where recent_change.log_id = log.id)
    order by timestamp, id`.execute(tx)
}
