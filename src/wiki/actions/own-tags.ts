import { padded } from '#store/keyset.ts'
import type { ActionRun } from '../api/action-run.ts'
import { list } from '../api/result/shape.ts'
import { fail } from '../messages/message.ts'

/** Tags that people may put on their own changes: those that somebody has set up for that. */
export async function checkTags(run: ActionRun, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return
  if (!run.caller.can('applychangetags')) fail('tags-apply-no-permission')
  const rows = await run.db
    .selectFrom('tag_def')
    .where('name', 'in', padded(tags))
    .where('user_defined', '=', 1)
    .select('name')
    .execute()
  const allowed = new Set(rows.map(row => row.name))
  const refused = tags.filter(tag => !allowed.has(tag))
  if (refused.length === 0) return
  const key = refused.length === 1 ? 'tags-apply-not-allowed-one' : 'tags-apply-not-allowed-multi'
  fail(key, [refused.join(', '), refused.length], { data: { disallowedtags: list('t', refused) } })
}
