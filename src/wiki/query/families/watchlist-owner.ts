import { createHash, timingSafeEqual } from 'node:crypto'
import { buildCaller, type Caller } from '#accounts/caller.ts'
import { membershipsOf } from '#accounts/memberships.ts'
import { optionOfAll } from '#accounts/options.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { fail } from '../../messages/message.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'

interface OwnerArgs {
  readonly owner: string | undefined
  readonly token: string | undefined
}

/** Owner of a watchlist and their rights. */
interface Owner extends Pick<Caller, 'can'> {
  readonly id: number
}

/**
 * The owner of the requested watchlist: the caller, or another user whose watchlist token is sent. `owner` or `token`
 * alone is ignored.
 */
export async function watchlistOwner(q: QueryRun, { owner, token }: OwnerArgs): Promise<Owner> {
  if (owner === undefined || token === undefined) {
    const { account } = q.caller
    if (!account) fail('watchlistanontext')
    q.requireRight('viewmywatchlist')
    return { id: account.id, can: q.caller.can }
  }
  const account = await q.wiki.services.accounts.byName(q.db, owner)
  if (!account) fail('nosuchusershort', [escapeWikitext(owner)])
  const expected = (await optionOfAll(q.db, [account.id], 'watchlisttoken')).get(account.id)
  if (!expected || !sameText(expected, token)) fail('apierror-bad-watchlist-token')
  const { permissions } = q.wiki.services
  const memberships = await membershipsOf(q.db, account.id, q.now)
  const { can } = buildCaller({
    account,
    name: account.name,
    ip: '',
    via: 'nothing',
    permissions,
    memberships,
    now: q.now,
  })
  return { id: account.id, can }
}

/** Constant-time comparison. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
