import type { QueryRun } from '../../api/query/query-run.ts'
import type { DeletedRevisionRow } from '../../content/revisions.ts'
import { fail } from '../../messages/message.ts'
import { digitTimestamp } from '../../site/timestamp.ts'
import type { RevisionRequest } from './revision-request.ts'

/** Anyone may list deleted revisions, but what people wrote about or into them takes a right. */
export function checkMayView(q: QueryRun, shows: { summaries: boolean; text: boolean }): void {
  if (shows.summaries && !q.caller.can('deletedhistory')) fail('apierror-cantview-deleted-comment')
  if (shows.text && !q.caller.can('deletedtext') && !q.caller.can('undelete')) {
    fail('apierror-cantview-deleted-revision-content')
  }
}

export const viewed = ({ prop, needsText }: RevisionRequest): { summaries: boolean; text: boolean } => ({
  summaries: prop.has('comment') || prop.has('parsedcomment'),
  text: needsText,
})

/** The continue value of deleted revisions in the order of their titles. */
export const titleCursor = ({ ns, title, timestamp, archive_id }: DeletedRevisionRow): string =>
  `${ns}|${title}|${digitTimestamp(timestamp)}|${archive_id}`
