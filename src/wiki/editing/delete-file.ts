import type { Caller } from '#accounts/caller.ts'
import type { Writer } from '#store/store.ts'
import { countForSite } from '../content/site-counts.ts'
import { siteWords } from '../content/site-words.ts'
import { NS } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import { archiveFile, archiveVersion, currentFile, touchFileUsers } from './file-versions.ts'
import { storeLogEntry } from './log-entry.ts'
import { storeSummary } from './store-revision.ts'

interface FileDeletion {
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  readonly name: string
  readonly reason: string
  readonly tags: readonly string[]
}

/**
 * Archives a file with all its versions, so they can be restored. `pageLogId` is the log entry for the deletion of its
 * page; a file without a page gets its own entry. Returns the ID of that entry.
 */
export async function deleteFile(
  tx: Writer,
  deletion: FileDeletion & { readonly pageLogId: number | null },
): Promise<number> {
  const { caller, now, name, reason, tags, pageLogId } = deletion
  const current = await currentFile(tx, name)
  if (current) {
    const summaryId = await storeSummary(tx, reason)
    await archiveFile(tx, current, { accountId: caller.account?.id ?? null, summaryId, now })
    await countForSite(tx, { edits: 0, pages: 0, articles: 0, images: -1 })
    await touchFileUsers(tx, name, now)
  }
  if (pageLogId !== null) return pageLogId
  const target = { ns: NS.file, title: name }
  return storeLogEntry(tx, { type: 'delete', action: 'delete', caller, now, target, pageId: 0, reason, tags })
}

interface VersionDeletion extends FileDeletion {
  readonly pageId: number
  readonly archiveName: string
  /** The reason shown in the log. */
  readonly told: string
}

/** Archives one old version. Null when no version has this name. */
export async function deleteFileVersion(tx: Writer, deletion: VersionDeletion): Promise<number | null> {
  const { caller, now, name, reason, tags, pageId, archiveName, told: logReason } = deletion
  const row = await tx
    .selectFrom('old_file')
    .where('name', '=', name)
    .where('archive_name', '=', archiveName)
    .selectAll()
    .executeTakeFirst()
  if (!row) return null
  const summaryId = await storeSummary(tx, reason)
  await archiveVersion(tx, row, { accountId: caller.account?.id ?? null, summaryId, now })
  const target = { ns: NS.file, title: name }
  return storeLogEntry(tx, { type: 'delete', action: 'delete', caller, now, target, pageId, reason: logReason, tags })
}

/** The log reason in the wiki's content language. */
export async function versionReason(wiki: Wiki, archiveName: string, reason: string): Promise<string> {
  const words = await siteWords(wiki, ['deletedrevision', 'colon-separator'])
  const text = words.has('deletedrevision')
    ? words.text('deletedrevision', archiveName)
    : `Deleted old revision ${archiveName}`
  const colon = words.has('colon-separator') ? words.text('colon-separator') : ': '
  return reason.trim() === '' ? text : `${text}${colon}${reason}`
}
