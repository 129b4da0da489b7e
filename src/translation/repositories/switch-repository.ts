// A component that starts or stops sharing a repository, or shares another one.

import { type AlertName, settleAlert } from '../catalogue/alerts.ts'
import { followLockOf, unlockAfterAlert } from '../catalogue/automatic-lock.ts'
import type { ComponentRow } from '../catalogue/components.ts'
import { isMask, matchMask } from '../catalogue/filemask.ts'
import type { Work } from '../catalogue/work.ts'
import { rootOf, writeState } from './session.ts'

/** Alerts about the repository or its files. Others are about strings, which stay. */
const ABOUT_FILES: readonly AlertName[] = [
  ...(['MergeFailure', 'UpdateFailure', 'PushFailure', 'PullRequestClosed', 'MissingPushURL'] as const),
  ...(['ParseError', 'NoMaskMatches', 'InexistantFiles', 'SuspiciousFile', 'DuplicateLanguage'] as const),
]

/**
 * Forgets what is known about the previous repository. Pending changes, and translations that only unpushed commits had,
 * are in the database; the next operation reads the new repository and writes what it lacks.
 */
export async function switchRepository(work: Work, before: ComponentRow, after: ComponentRow): Promise<void> {
  const { tx } = work
  const { id, project_id } = after
  for (const table of ['component_repository', 'component_published', 'held_file'] as const)
    await tx.deleteFrom(table).where('component_id', '=', id).execute()
  await writeState(tx, id, { is_joining: 1 }, rootOf(after))
  await tx.updateTable('component_removed_file').set({ is_committed: 0 }).where('component_id', '=', id).execute()
  if (after.filemask !== before.filemask) await nameFilesAnew(work, after)
  for (const name of ABOUT_FILES) await settleAlert(work, { project_id, component_id: id }, name, null)
  await unlockAfterAlert(work, id, 'UpdateFailure')
  await followLockOf(work, after)
}

/** Files that the new repository lacks are written where the new file mask finds them. */
async function nameFilesAnew({ tx }: Work, { id, filemask }: ComponentRow): Promise<void> {
  if (!isMask(filemask)) return
  const rows = await tx
    .selectFrom('translation')
    .select(['id', 'filename', 'language_code'])
    .where('component_id', '=', id)
    .where('is_source', '=', 0)
    .where('filename', '<>', '')
    .execute()
  for (const { id: translation, filename, language_code } of rows) {
    if (matchMask(filemask, [filename]).length > 0) continue
    const name = filemask.replace('*', language_code)
    await tx.updateTable('translation').set({ filename: name }).where('id', '=', translation).execute()
    await tx.deleteFrom('component_file').where('component_id', '=', id).where('filename', '=', name).execute()
    await tx
      .updateTable('component_file')
      .set({ filename: name })
      .where('component_id', '=', id)
      .where('filename', '=', filename)
      .execute()
  }
}
