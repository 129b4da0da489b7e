import { createHash, timingSafeEqual } from 'node:crypto'
import type { Account } from '#accounts/account.ts'
import { optionOfAll } from '#accounts/options.ts'
import { fail } from '../../api/messages/message.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'

interface OwnerArgs {
  readonly owner: string | undefined
  readonly token: string | undefined
}

/**
 * Whose watchlist is asked for: the caller's own, or somebody else's who gave away the token of theirs. One of the two
 * parameters alone counts for nothing.
 */
export async function watchlistOwner(q: QueryRun, { owner, token }: OwnerArgs): Promise<Account> {
  if (owner === undefined || token === undefined) {
    const { account } = q.caller
    if (!account) fail('watchlistanontext')
    q.requireRight('viewmywatchlist')
    return account
  }
  const account = await q.wiki.services.accounts.byName(q.db, owner)
  if (!account) fail('nosuchusershort', [escapeWikitext(owner)])
  const expected = (await optionOfAll(q.db, [account.id], 'watchlisttoken')).get(account.id)
  if (!expected || !sameText(expected, token)) fail('apierror-bad-watchlist-token')
  return account
}

/** Takes the same time whatever the texts have in common. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
