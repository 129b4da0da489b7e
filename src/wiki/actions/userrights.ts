import type { Account } from '#accounts/account.ts'
import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { integer, string, user } from '../api/params/kinds.ts'
import type { Kind, ResultOf } from '../api/result/kinds.ts'
import { asObject, list } from '../api/result/shape.ts'
import { activeBlocks } from '../content/active-blocks.ts'
import { blockTarget } from '../content/block-target.ts'
import { isNever, lengthOf } from '../content/expiry.ts'
import { changeGroups } from '../editing/change-groups.ts'
import { fail } from '../messages/message.ts'
import { escapeWikitext } from '../site/escape-wikitext.ts'
import { mustNotBeBlocked } from './may-change.ts'
import { requireOnlyOne } from './only-one.ts'
import { checkTags } from './own-tags.ts'

/** Groups by their index in the request. With gaps, PHP returns an object instead of a list. */
const PLACED = [['string'], '|', { '*': 'string' }] as const satisfies Kind

export const userrights = actionModule({
  name: 'userrights',
  prefix: '',
  classname: 'ApiUserrights',
  summary: 'Add a user to groups, or remove them from groups.',
  helpUrls: [helpPage('User_group_membership')],
  mustBePosted: true,
  write: true,
  token: 'userrights',
  help: {
    params: {
      user: { words: 'User to change: a name, or #id.' },
      userid: { words: 'User id. Use user=#id instead.' },
      add: { words: 'Groups to add. For existing memberships, updates the expiry.' },
      expiry: { words: 'When memberships expire: one timestamp for all added groups, or one for each.' },
      remove: { words: 'Groups to remove.' },
      reason: { words: 'Reason for the change.' },
      tags: { words: 'Change tags to apply to the rights log entry.' },
    },
  },
  result: { userrights: { user: 'string', userid: 'integer', added: PLACED, removed: PLACED } },
  params: {
    user: user({ subtypes: ['name', 'id'] }),
    userid: integer({ deprecated: true }),
    add: string({ multi: true, listsGroups: true }),
    expiry: string({ multi: true, default: 'infinite', allowsduplicates: true }),
    remove: string({ multi: true, listsGroups: true }),
    reason: string({ default: '' }),
    token: string({ required: true, sensitive: true }),
    tags: string({ multi: true, listsTags: true }),
  },

  async run(run, a) {
    const { wiki, caller, now } = run
    if (!caller.can('userrights')) await mustNotBeBlocked(run)
    const add = a.add ?? []
    const expiries = new Map(add.map((group, index) => [group, endOf(a.expiry, index, add.length, now)]))
    const account = await accountOf(run, a)
    const tags = a.tags ?? []
    await checkTags(run, tags)
    const order = { caller, now, account, add: expiries, remove: a.remove ?? [], reason: a.reason, tags }
    const { added, removed } = await wiki.store.transaction(tx => changeGroups(tx, wiki, order))
    return {
      userrights: {
        user: account.name,
        userid: account.id,
        added: placed(add, added),
        removed: placed(a.remove ?? [], removed),
      },
    }
  },
})

function endOf(expiry: readonly string[], index: number, groups: number, now: number): number | null {
  if (expiry.length !== groups && expiry.length !== 1) fail('apierror-toofewexpiries', [expiry.length, groups])
  const text = expiry.length === 1 ? expiry[0]! : expiry[index]!
  if (isNever(text)) return null
  const end = lengthOf(text, now)
  if (!end) fail('apierror-invalidexpiry', [escapeWikitext(text)])
  if (end < now) fail('apierror-pastexpiry', [escapeWikitext(text)])
  return end
}

/** Changes that took effect. */
function placed(asked: readonly string[], done: readonly string[]): ResultOf<typeof PLACED> {
  const places = asked.flatMap((group, place) => (done.includes(group) ? [place] : []))
  if (places.every((place, index) => place === index)) return list('group', [...done])
  return asObject(Object.fromEntries(places.map(place => [place, asked[place]!])))
}

interface Named {
  readonly user: string | undefined
  readonly userid: number | undefined
}

async function accountOf(run: ActionRun, a: Named): Promise<Account> {
  requireOnlyOne(a, 'user', 'userid')
  const { accounts } = run.wiki.services
  if (a.user === undefined) return (await accounts.byId(run.db, a.userid!)) ?? fail('noname')
  const [name = '', wiki] = a.user.split('@').map(part => part.trim())
  if (wiki !== undefined && wiki !== run.wiki.site.info.general.wikiid) {
    if (!run.caller.can('userrights-interwiki')) fail('userrights-no-interwiki')
    fail('userrights-nodatabase', [wiki])
  }
  const target = await blockTarget(run.wiki, name)
  if (target.kind !== 'account') fail('nosuchusershort', [target.name], { code: 'nosuchuser' })
  const { account } = target
  const block = (await activeBlocks(run.db, [account.id], run.now)).get(account.id)
  // A hidden name looks like a missing account to most users.
  if (block?.hideName && !run.caller.can('hideuser')) fail('nosuchusershort', [name], { code: 'nosuchuser' })
  return account
}
