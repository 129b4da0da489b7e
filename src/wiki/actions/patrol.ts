import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { integer, string } from '../api/params/kinds.ts'
import { titleMembers } from '../api/result/common.ts'
import { readPageState } from '../editing/page-state.ts'
import { patrolChange } from '../editing/patrol-change.ts'
import { apiMessage, fail } from '../messages/message.ts'
import { denialsFor, throwAll } from './may-change.ts'
import { requireOnlyOne } from './only-one.ts'
import { checkTags } from './own-tags.ts'

export const patrol = actionModule({
  name: 'patrol',
  prefix: '',
  classname: 'ApiPatrol',
  summary: 'Mark an edit as patrolled.',
  helpUrls: [helpPage('Patrol')],
  mustBePosted: true,
  write: true,
  token: 'patrol',
  help: {
    params: {
      rcid: { words: 'Recent changes id of the edit.' },
      revid: { words: 'Revision id, instead of the recent changes id.' },
      tags: { words: 'Change tags to apply to the patrol log entry.' },
    },
  },
  result: { patrol: { rcid: 'integer', ...titleMembers } },
  params: {
    rcid: integer(),
    revid: integer(),
    tags: string({ multi: true, listsTags: true }),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    const change = await changeToPatrol(run, a.rcid, a.revid)
    const tags = a.tags ?? []
    await checkTags(run, tags)
    await checkPatroller(run, change)
    if (change.patrolled === 0)
      await run.wiki.store.transaction(tx =>
        patrolChange(tx, run.wiki, { caller: run.caller, now: run.now, change, tags, auto: false }),
      )
    return { patrol: { rcid: change.id, ...run.pageName(change.ns, change.title) } }
  },
})

async function changeToPatrol(run: ActionRun, rcid: number | undefined, revid: number | undefined) {
  requireOnlyOne({ rcid, revid }, 'rcid', 'revid')
  const changes = run.db.selectFrom('recent_change').selectAll()
  if (rcid !== undefined) {
    const byChangeId = await changes.where('id', '=', rcid).executeTakeFirst()
    return byChangeId ?? fail('apierror-nosuchrcid', [rcid])
  }
  const revision = await run.db.selectFrom('revision').where('id', '=', revid!).select('id').executeTakeFirst()
  if (!revision) fail('apierror-nosuchrevid', [revid!])
  const byRevision = await changes.where('this_rev', '=', revid!).where('type', 'in', [0, 1]).executeTakeFirst()
  return byRevision ?? fail('apierror-notpatrollable', [revid!])
}

interface PatrolledChange {
  readonly ns: number
  readonly title: string
  readonly type: number
  readonly actor_id: number
}

/** Users cannot patrol their own edits unless they are autopatrolled. */
async function checkPatroller(run: ActionRun, change: PatrolledChange): Promise<void> {
  const denials = await denialsFor(run, [['patrol', await readPageState(run.wiki, change)]])
  const author = await run.db
    .selectFrom('actor')
    .where('id', '=', change.actor_id)
    .select('account_id')
    .executeTakeFirst()
  const isOwn = run.caller.account !== null && author?.account_id === run.caller.account.id
  if (isOwn && !run.caller.can('autopatrol')) denials.push(apiMessage('markedaspatrollederror-noautopatrol'))
  throwAll(denials)
}
