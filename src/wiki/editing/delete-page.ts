import type { Caller } from '#accounts/caller.ts'
import { appendChange } from '#events/change-log.ts'
import { unindexPages } from '#store/full-text/index-pages.ts'
import type { Writer } from '#store/store.ts'
import type { PageRow } from '../content/pages.ts'
import { countForSite, isArticle } from '../content/site-counts.ts'
import { NS } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import { dropCategory } from './category-counts.ts'
import { beginLogEntry, publishLogEntry } from './log-entry.ts'
import { isUnchanged } from './page-state.ts'
import { refreshUsers } from './refresh-pages.ts'
import { removeLinks } from './store-links.ts'

interface Deletion {
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  /** The page as it was when the deletion was decided. */
  readonly page: PageRow
  readonly reason: string
  readonly tags: readonly string[]
  /** The log action: `delete_redir` for a redirect deleted to make room for a page move. */
  readonly action?: 'delete' | 'delete_redir'
  /** Defers the recent changes entry until after that of the enclosing action. */
  readonly deferPublishing?: (tell: () => Promise<void>) => void
}

/**
 * Deletes a page within the given transaction: archives its revisions and removes derived data. Returns the log ID, or
 * null when the page changed concurrently.
 */
export async function deletePage(tx: Writer, wiki: Wiki, deletion: Deletion): Promise<number | null> {
  const { caller, now, page, reason, tags, action = 'delete' } = deletion
  const { id, ns, title, latest_rev } = page
  if (!(await isUnchanged(tx, page))) return null
  const wasArticle = await isArticle(tx, wiki.site, ns, id)
  await archiveRevisions(tx, page)
  await removeLinks(tx, page, now)
  await tx.deleteFrom('page_restriction').where('page_id', '=', id).execute()
  await tx.deleteFrom('page').where('id', '=', id).execute()
  if (ns === NS.category) await dropCategory(tx, title)
  await unindexPages(tx, [id])
  await removeRecentChanges(tx, page)
  const entry = { type: 'delete', action, caller, now, target: page, pageId: id, reason, tags }
  const stored = await beginLogEntry(tx, entry)
  const tell = () => publishLogEntry(tx, entry, stored)
  if (deletion.deferPublishing) deletion.deferPublishing(tell)
  else await tell()
  const logId = stored.id
  await refreshUsers(tx, wiki, { ns, title, revisionId: latest_rev, isNew: true })
  if (ns === NS.mediawiki) await wiki.services.interfaceTexts.pagesChanged?.(tx)
  await countForSite(tx, { edits: 1, pages: -1, articles: wasArticle ? -1 : 0 })
  await appendChange(tx, wiki.clock, {
    area: 'wiki',
    kind: 'delete',
    accountId: caller.account?.id ?? null,
    subject: `${ns}:${title}`,
    data: { page: id, log: logId },
  })
  return logId
}

/** Slots, texts and tags stay in place: they are keyed by revision ID, which does not change. */
async function archiveRevisions(tx: Writer, { id, ns, title }: PageRow): Promise<void> {
  await tx
    .insertInto('archive')
    .columns([
      ...(['ns', 'title', 'page_id', 'rev_id', 'summary_id', 'actor_id', 'timestamp', 'minor', 'deleted'] as const),
      ...(['length', 'parent_id', 'sha1'] as const),
    ])
    .expression(
      tx
        .selectFrom('revision')
        .where('page_id', '=', id)
        .orderBy('id')
        .select(eb => [
          eb.val(ns).as('ns'),
          eb.val(title).as('title'),
          eb.ref('page_id').as('page_id'),
          eb.ref('id').as('rev_id'),
          ...(['summary_id', 'actor_id', 'timestamp', 'minor', 'deleted', 'length', 'parent_id', 'sha1'] as const),
        ]),
    )
    .execute()
  await tx
    .deleteFrom('ip_change')
    .where('rev_id', 'in', eb => eb.selectFrom('revision').where('page_id', '=', id).select('id'))
    .execute()
  await tx.deleteFrom('revision').where('page_id', '=', id).execute()
}

/** Removes all recent changes of a deleted page except its log entries. */
async function removeRecentChanges(tx: Writer, { id, ns, title }: PageRow): Promise<void> {
  await tx.deleteFrom('recent_change').where('type', '!=', 3).where('ns', '=', ns).where('title', '=', title).execute()
  await tx.deleteFrom('recent_change').where('type', '!=', 3).where('page_id', '=', id).execute()
}
