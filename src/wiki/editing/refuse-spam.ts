import type { Caller } from '#accounts/caller.ts'
import { badSpamLines, spamAmong } from '../content/blocked-lists/spam-list.ts'
import { badTitleLines } from '../content/blocked-lists/title-lists.ts'
import { fail } from '../messages/message.ts'
import { NS } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import type { PageState } from './page-state.ts'

interface Addition {
  readonly caller: Caller
  readonly links: readonly string[]
  readonly summary: string
  readonly signal?: AbortSignal | undefined
}

/** A summary that matches may contain an address and is checked too. */
const ADDRESS = /\S(?:\.[^\s\d]{2,}|[/@]\S)/

/** Rejects an edit that adds links on the spam blacklist. */
export async function refuseSpam(wiki: Wiki, { page }: PageState, addition: Addition): Promise<void> {
  const { caller, summary, signal } = addition
  if (caller.can('sboverride' as never)) return
  const links = ADDRESS.test(summary) ? [...addition.links, summary] : addition.links
  if (links.length === 0) return
  const rows = page
    ? await wiki.db.selectFrom('external_link').where('from_id', '=', page.id).select('url').execute()
    : []
  const matches = await spamAmong(wiki, links, new Set(rows.map(row => row.url)), signal)
  if (matches.length === 0) return
  fail('spam-blacklisted-link', [{ list: matches, type: 'text' }], { data: { spamblacklist: { matches } } })
}

const LISTS: Readonly<Record<string, (text: string) => string[]>> = {
  'Spam-blacklist': badSpamLines,
  'Spam-whitelist': badSpamLines,
  Titleblacklist: badTitleLines,
}

/** Rejects a blacklist page with an invalid pattern. */
export function checkListPage({ ns, title }: PageState, text: string): void {
  const bad = ns === NS.mediawiki ? (LISTS[title]?.(text) ?? []) : []
  if (bad.length > 0) fail('hookaborted')
}
