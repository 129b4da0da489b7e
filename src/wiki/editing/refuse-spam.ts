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

/** A summary in which something looks like an address is read as one. */
const ADDRESS = /\S(?:\.[^\s\d]{2,}|[/@]\S)/

/** Stops an edit that adds links which the wiki does not want. */
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

/** A list of patterns is saved only when each of them can be run. */
export function checkListPage({ ns, title }: PageState, text: string): void {
  const bad = ns === NS.mediawiki ? (LISTS[title]?.(text) ?? []) : []
  if (bad.length > 0) fail('hookaborted')
}
