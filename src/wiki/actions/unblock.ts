import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { integer, string, user } from '../api/params/kinds.ts'
import { type BlockTarget, blockTarget } from '../content/block-target.ts'
import { blockNumbered, findBlock } from '../editing/stored-block.ts'
import { unblockUser } from '../editing/unblock-user.ts'
import { ApiError, apiMessage, fail } from '../messages/message.ts'
import { blockFacts, timeWriter } from '../query/families/people.ts'
import { accountNumbered, refusalToBlock } from './may-block.ts'
import { requireOnlyOne } from './only-one.ts'
import { checkTags } from './own-tags.ts'

export const unblock = actionModule({
  name: 'unblock',
  prefix: '',
  classname: 'ApiUnblock',
  summary: 'Unblock a user.',
  helpUrls: [helpPage('Block')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      id: { words: 'Id of the block, from list=blocks.' },
      user: { words: 'Target of the block: a username, #id, an IP address or a range.' },
      userid: { words: 'User id of the target. Use user=#id instead.' },
      reason: { words: 'Reason for the unblock.' },
      tags: { words: 'Change tags to apply to the block log entry.' },
    },
  },
  result: { unblock: { id: 'integer', user: 'string', userid: 'integer', reason: 'string' } },
  params: {
    id: integer(),
    user: user({ subtypes: ['name', 'ip', 'cidr', 'id'] }),
    userid: integer({ deprecated: true }),
    reason: string({ default: '' }),
    tags: string({ multi: true, listsTags: true }),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    const { wiki, caller, now } = run
    requireOnlyOne(a, 'id', 'user', 'userid')
    if (!caller.can('block')) fail('apierror-permissiondenied-unblock')
    const named = a.userid === undefined ? a.user : `#${(await accountNumbered(run, a.userid)).id}`
    const target = named === undefined ? null : await blockTarget(wiki, named)
    await checkUnblocker(run, target)
    const block = target ? await findBlock(run.db, target, now) : await blockNumbered(run.db, a.id!, now)
    if (block?.hide_name === 1 && !caller.can('hideuser')) fail('unblock-hideuser')
    const tags = a.tags ?? []
    await checkTags(run, tags)
    // PHP treats the name "0" as empty.
    const name = target?.name.replace(/^0$/, '') ?? (a.id! < 0 ? '' : `#${a.id}`)
    if (block === null) fail('ipb_cant_unblock', [name])
    const order = { caller, now, block, reason: a.reason, tags }
    const done = await wiki.store.transaction(tx => unblockUser(tx, wiki, order))
    if (!done) fail('ipb_cant_unblock', [name])
    const user = block.auto === 1 ? '' : block.address
    return { unblock: { id: block.id, user, userid: block.account_id ?? 0, reason: a.reason } }
  },
})

async function checkUnblocker(run: ActionRun, target: BlockTarget | null): Promise<void> {
  const refusal = await refusalToBlock(run, target)
  if (!refusal) return
  const write = await timeWriter({ wiki: run.wiki, run })
  throw new ApiError([apiMessage(refusal.key, [], { data: { blockinfo: blockFacts(refusal.block, write) } })])
}
