import type { Caller } from '#accounts/caller.ts'
import { appendChange } from '#events/change-log.ts'
import type { Writer } from '#store/store.ts'
import type { PageRow } from '../content/pages.ts'
import type { Wiki } from '../wiki.ts'
import { storeLogEntry } from './log-entry.ts'
import { isUnchanged } from './page-state.ts'

interface LanguageChange {
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  readonly page: PageRow
  /** Null for the wiki's content language. */
  readonly language: string | null
  readonly reason: string
  readonly tags: readonly string[]
}

/** The language code as logged; the wiki's default gets a marker. */
export const loggedLanguage = ({ site }: Pick<Wiki, 'site'>, language: string | null): string =>
  language ?? `${site.language}[def]`

/**
 * Sets a page's language within the given transaction. Returns the log ID, or null when the page changed concurrently.
 */
export async function setPageLanguage(tx: Writer, wiki: Wiki, change: LanguageChange): Promise<number | null> {
  const { caller, now, page, language, reason, tags } = change
  if (!(await isUnchanged(tx, page))) return null
  const { id, ns, title } = page
  await tx.updateTable('page').set({ lang: language, touched: now }).where('id', '=', id).execute()
  const logId = await storeLogEntry(tx, {
    type: 'pagelang',
    action: 'pagelang',
    caller,
    now,
    target: page,
    pageId: id,
    reason,
    tags,
    params: { '4::oldlanguage': loggedLanguage(wiki, page.lang), '5::newlanguage': loggedLanguage(wiki, language) },
  })
  await appendChange(tx, wiki.clock, {
    area: 'wiki',
    kind: 'language',
    accountId: caller.account?.id ?? null,
    subject: `${ns}:${title}`,
    data: { page: id, log: logId },
  })
  return logId
}
