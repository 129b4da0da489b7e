import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { integer, string } from '../api/params/kinds.ts'
import { MESSAGE } from '../api/result/envelope.ts'
import type { Members, ResultOf } from '../api/result/kinds.ts'
import { list } from '../api/result/shape.ts'
import { callerBlock } from '../content/caller-block.ts'
import type { PageName } from '../content/pages.ts'
import { isSoftwareTag } from '../content/tags.ts'
import { type TaggedBy, tagChange } from '../editing/tag-change.ts'
import { type ApiMessage, apiMessage, fail, messageParam, textList } from '../messages/message.ts'
import { blockMembers } from '../query/families/people.ts'
import { blockError, blocksFrom, mustNotBeBlocked } from './may-change.ts'
import { checkTags } from './own-tags.ts'
import { mustNotBeTooFast } from './rate-limits.ts'
import { FAULT, resultErrors, resultFault } from './result-messages.ts'

const TAGGED = {
  'rcid?': 'integer',
  'revid?': 'integer',
  'logid?': 'integer',
  status: 'string',
  'noop?': 'boolean',
  'actionlogid?': 'integer',
  'added?': ['string'],
  'removed?': ['string'],
  'errors?': [MESSAGE],
  ...FAULT,
  'blockinfo?': blockMembers,
} as const satisfies Members

type Tagged = ResultOf<typeof TAGGED>

export const tag = actionModule({
  name: 'tag',
  prefix: '',
  classname: 'ApiTag',
  summary: 'Add or remove change tags from revisions and log entries.',
  helpUrls: [helpPage('Tag')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      rcid: { words: 'Recent changes ids.' },
      revid: { words: 'Revision ids.' },
      logid: { words: 'Log entry ids.' },
      add: { words: 'Tags to add. They must exist for manual use.' },
      remove: { words: 'Tags to remove. Tags applied by the software cannot be removed.' },
      reason: { words: 'Reason for the change.' },
      tags: { words: 'Change tags to apply to the log entry.' },
    },
  },
  result: { tag: [TAGGED] },
  params: {
    rcid: integer({ multi: true }),
    revid: integer({ multi: true }),
    logid: integer({ multi: true }),
    add: string({ multi: true, listsTags: true }),
    remove: string({ multi: true }),
    reason: string({ default: '' }),
    tags: string({ multi: true, listsTags: true }),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    if (!run.caller.can('changetags')) fail('apierror-permissiondenied', [messageParam('action-changetags')])
    await mustNotBeBlocked(run)
    const tags = a.tags ?? []
    await checkTags(run, tags)
    const kinds = ['revid', 'rcid', 'logid'] as const
    if (kinds.every(kind => a[kind] === undefined))
      fail('apierror-missingparam-at-least-one-of', [textList(kinds), kinds.length])
    await mustNotBeTooFast(run, 'changetag')
    const rows: Tagged[] = []
    const options = { add: a.add ?? [], remove: a.remove ?? [], reason: a.reason, tags }
    for (const kind of kinds) for (const id of a[kind] ?? []) rows.push(await tagOne(run, { kind, id }, options))
    return { tag: list('result', rows) }
  },
})

interface TagOptions {
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly reason: string
  readonly tags: readonly string[]
}

/** Result for one change. A failure does not affect the others. */
async function tagOne(run: ActionRun, change: TaggedBy, wish: TagOptions): Promise<Tagged> {
  const { wiki, caller, now } = run
  const named = { [change.kind]: change.id }
  const fault = await faultOf(run, change)
  if (fault) return { ...named, status: 'error', ...resultFault(run, fault) }
  const refused = wish.remove.filter(isSoftwareTag)
  if (refused.length > 0) {
    const key = refused.length === 1 ? 'tags-update-remove-not-allowed-one' : 'tags-update-remove-not-allowed-multi'
    const message = apiMessage(key, [refused.join(', '), refused.length])
    return { ...named, status: 'failure', errors: resultErrors(run, [message]) }
  }
  const done = await wiki.store.transaction(tx => tagChange(tx, wiki, { caller, now, change, ...wish }))
  if (done === null) return { ...named, status: 'success', noop: true }
  const { logId: actionlogid, added, removed } = done
  return { ...named, status: 'success', actionlogid, added: list('t', [...added]), removed: list('t', [...removed]) }
}

const NO_SUCH = { rcid: 'apierror-nosuchrcid', revid: 'apierror-nosuchrevid', logid: 'apierror-nosuchlogid' } as const

/** Why the caller cannot tag this change. */
async function faultOf(run: ActionRun, { kind, id }: TaggedBy): Promise<ApiMessage | null> {
  const target = await changed(run, kind, id)
  if (!target) return apiMessage(NO_SUCH[kind], [id])
  if (kind === 'logid') return null
  const block = await callerBlock(run.db, run.caller, run.now)
  return block && (await blocksFrom(run, block, target)) ? blockError(run, block) : null
}

async function changed({ db }: ActionRun, kind: TaggedBy['kind'], id: number): Promise<PageName | undefined> {
  if (kind === 'rcid')
    return db.selectFrom('recent_change').where('id', '=', id).select(['ns', 'title']).executeTakeFirst()
  if (kind === 'logid') return db.selectFrom('log').where('id', '=', id).select(['ns', 'title']).executeTakeFirst()
  return db
    .selectFrom('revision')
    .innerJoin('page', 'page.id', 'revision.page_id')
    .where('revision.id', '=', id)
    .select(['page.ns', 'page.title'])
    .executeTakeFirst()
}
