import { number, text, time } from '../../api/query/keys.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { fail } from '../../messages/message.ts'
import type { RevisionRequest } from './revision-request.ts'

/** Anyone may list deleted revisions, but summaries and content require rights. */
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

/** Deleted revisions by title, then by time. */
export const TITLE_KEYS = [
  number('archive.ns'),
  text('archive.title'),
  time('archive.timestamp'),
  number('archive.id', 'archive_id'),
] as const

export const TIME_KEYS = [time('archive.timestamp'), number('archive.id', 'archive_id')] as const
