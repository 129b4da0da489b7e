import { membershipsOf } from '#accounts/memberships.ts'
import type { ActionRun } from '../api/action-run.ts'
import { actionModule } from '../api/module.ts'
import { integer, string } from '../api/params/kinds.ts'
import { actorsById } from '../content/actors.ts'
import { selectRevisions } from '../content/revisions.ts'
import { readPageState } from '../editing/page-state.ts'
import { hasThanked, type ThankedFor, thankAuthor } from '../editing/thank-author.ts'
import { fail } from '../messages/message.ts'
import { canSee, canSeeInLog, LOG_RIGHTS } from '../site/hidden-parts.ts'
import { mustNotBeBlockedFrom } from './may-change.ts'
import { requireOnlyOne } from './only-one.ts'
import { isTooFast } from './rate-limits.ts'

/** Logs whose entries can be thanked for, as in the extension. */
const LOGS = ['contentmodel', 'delete', 'import', 'merge', 'move', 'patrol', 'protect', 'tag', 'managetags', 'rights']

/** Thanks the author of an edit or a logged action, like the Thanks extension. */
export const thank = actionModule({
  name: 'thank',
  prefix: '',
  classname: 'MediaWiki\\Extension\\Thanks\\Api\\ApiCoreThank',
  extension: 'Thanks',
  setting: 'Thanks',
  summary: 'Thank the author of an edit or a logged action.',
  helpUrls: ['https://www.mediawiki.org/wiki/Extension:Thanks#API_Documentation'],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      rev: { words: 'Revision to thank for.' },
      log: { words: 'Log entry to thank for, instead of a revision.' },
      source: { words: 'Where the request comes from, such as <kbd>diff</kbd> or <kbd>history</kbd>.' },
    },
  },
  result: { result: { success: 'integer', recipient: 'string' } },
  params: {
    rev: integer({ min: 1 }),
    log: integer({ min: 1 }),
    token: string({ required: true, sensitive: true }),
    source: string(),
  },

  async run(run, a) {
    const { wiki, caller, now } = run
    if (caller.account === null) fail('thanks-error-notloggedin')
    requireOnlyOne(a, 'rev', 'log')
    const reason = a.rev === undefined ? await loggedAction(run, a.log!) : await revision(run, a.rev)
    // A block from the page also prevents thanks for it.
    await mustNotBeBlockedFrom(run, await readPageState(wiki, reason.page))
    const recipient = await account(run, reason.actor)
    const result = { result: { success: 1, recipient: recipient.name } }
    if (await hasThanked(run.db, caller, reason.subject)) return result
    if (recipient.id === caller.account.id) fail('thanks-error-invalidrecipient-self')
    if (await isBot(run, recipient.id)) fail('thanks-error-invalidrecipient-bot')
    if (await isTooFast(run, 'thanks-notification')) fail('thanks-error-ratelimited')
    await wiki.store.transaction(tx => thankAuthor(tx, wiki, { caller, now, recipient, ...reason }))
    return result
  },
})

interface Reason {
  readonly subject: ThankedFor
  readonly page: { readonly id: number | null; readonly ns: number; readonly title: string }
  readonly revision: number | null
  readonly actor: number
}

async function revision({ db, caller }: ActionRun, id: number): Promise<Reason> {
  const row = await selectRevisions(db).where('revision.id', '=', id).executeTakeFirst()
  if (!row || !canSee(row.deleted, 'text', caller) || !canSee(row.deleted, 'user', caller))
    fail('thanks-error-invalidrevision')
  return { subject: `rev-${id}`, page: { ...row, id: row.page_id }, revision: id, actor: row.actor_id }
}

/** A log entry, or the revision that belongs to it. */
async function loggedAction(run: ActionRun, id: number): Promise<Reason> {
  const { db, caller } = run
  const row = await db.selectFrom('log').where('id', '=', id).selectAll().executeTakeFirst()
  const right = row && LOG_RIGHTS[row.type]
  if (!row || (right !== undefined && !caller.can(right))) fail('thanks-error-invalid-log-id')
  if (!LOGS.includes(row.type)) fail('thanks-error-invalid-log-type', [row.type])
  if (!canSeeInLog(row.deleted, 'user', caller)) fail('thanks-error-log-deleted')
  const own = await db
    .selectFrom('log_search')
    .where('log_id', '=', id)
    .where('field', '=', 'associated_rev_id')
    .select('value')
    .executeTakeFirst()
  if (own) return revision(run, Number(own.value))
  return { subject: `log-${id}`, page: { ...row, id: row.page_id || null }, revision: null, actor: row.actor_id }
}

async function account({ db }: ActionRun, actor: number): Promise<{ id: number; name: string }> {
  const author = (await actorsById(db, [actor])).get(actor)
  if (!author?.account_id) fail('thanks-error-invalidrecipient')
  return { id: author.account_id, name: author.name }
}

const isBot = async ({ db, now }: ActionRun, id: number): Promise<boolean> =>
  (await membershipsOf(db, id, now)).some(({ group }) => group === 'bot')
