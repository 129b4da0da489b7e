import { padded } from '#store/keyset.ts'
import type { ActionRun } from '../api/action-run.ts'
import type { Members, ResultOf } from '../api/result/kinds.ts'
import { actorsById } from '../content/actors.ts'
import { readLogParams } from '../content/log-display/read-params.ts'
import { summaryTexts } from '../content/summaries.ts'
import type { HideableItem, HideableKind } from '../editing/hideable-items.ts'
import { fileUrl } from '../files/addresses.ts'
import { logNames } from '../query/families/log-names.ts'
import { showLogParams } from '../query/families/log-params/show-log-params.ts'
import { canSee, canSeeInLog, isHidden } from '../site/hidden-parts.ts'
import { NS } from '../site/namespaces.ts'
import { isoTimestamp } from '../site/timestamp.ts'

/** Members of an item, depending on its kind. */
export const FACTS = {
  'title?': 'string',
  'archivename?': 'string',
  'timestamp?': 'string',
  'type?': 'string',
  'action?': 'string',
  /** Of deleted files as strings, as MediaWiki returns them. */
  'width?': 'string|integer',
  'height?': 'string|integer',
  'size?': 'string|integer',
  'userhidden?': 'boolean',
  'commenthidden?': 'boolean',
  'texthidden?': 'boolean',
  'actionhidden?': 'boolean',
  'contenthidden?': 'boolean',
  /** Depending on the log. */
  'params?': { '*': 'any' },
  'url?': 'string',
  'userid?': 'string|integer',
  'user?': 'string',
  'comment?': 'string',
} as const satisfies Members

type Facts = (item: HideableItem) => ResultOf<typeof FACTS>

/** State of items after revision deletion: what is hidden now and the fields the caller may see. */
export async function itemFacts(run: ActionRun, kind: HideableKind, items: readonly HideableItem[]): Promise<Facts> {
  const people = await authorAndComment(run, kind, items)
  switch (kind) {
    case 'revision':
    case 'archive':
      return item => ({
        timestamp: isoTimestamp(item.timestamp),
        ...hiddenParts(item, 'texthidden'),
        ...people(item),
      })
    case 'logging':
      return logFacts(run, items, people)
    case 'oldimage':
      return oldFileFacts(run, items, people)
    case 'filearchive':
      return deletedFileFacts(run, items, people)
  }
}

const hiddenParts = ({ deleted }: HideableItem, text: `${'text' | 'action' | 'content'}hidden`) => ({
  userhidden: isHidden(deleted, 'user'),
  commenthidden: isHidden(deleted, 'comment'),
  [text]: isHidden(deleted, 'text'),
})

async function authorAndComment(run: ActionRun, kind: HideableKind, items: readonly HideableItem[]): Promise<Facts> {
  const sees = kind === 'logging' ? canSeeInLog : canSee
  const actors = await actorsById(
    run.db,
    items.map(item => item.actorId),
  )
  const comments = await summaryTexts(
    run.db,
    items.map(item => item.summaryId),
  )
  return ({ deleted, actorId, summaryId }) => {
    const author = actors.get(actorId)
    const id = author?.account_id ?? 0
    return {
      ...(sees(deleted, 'user', run.caller) && {
        // MediaWiki returns the id of log entries as a string.
        userid: kind === 'logging' && id > 0 ? String(id) : id,
        user: author?.name ?? '',
      }),
      ...(sees(deleted, 'comment', run.caller) && { comment: comments.get(summaryId) ?? '' }),
    }
  }
}

async function logFacts(run: ActionRun, items: readonly HideableItem[], people: Facts): Promise<Facts> {
  const ids = items.map(item => item.rowId)
  const revisions =
    ids.length === 0 ? [] : await run.db.selectFrom('log').where('id', 'in', padded(ids)).selectAll().execute()
  const rows = new Map(revisions.map(row => [row.id, row]))
  const names = await logNames({ wiki: run.wiki, run, pageName: (ns, title) => run.pageName(ns, title) }, revisions)
  return item => {
    const row = rows.get(item.rowId)!
    return {
      type: row.type,
      action: row.action,
      ...hiddenParts(item, 'actionhidden'),
      ...(canSeeInLog(item.deleted, 'text', run.caller) && {
        params: showLogParams({ ...row, params: readLogParams(row.params) }, names),
      }),
      ...people(item),
    }
  }
}

async function oldFileFacts(run: ActionRun, items: readonly HideableItem[], people: Facts): Promise<Facts> {
  const ids = padded(items.map(item => item.rowId))
  const oldFiles =
    ids.length === 0 ? [] : await run.db.selectFrom('old_file').where('id', 'in', ids).selectAll().execute()
  const rows = new Map(oldFiles.map(row => [row.id, row]))
  return item => {
    const row = rows.get(item.rowId)!
    const address = fileUrl(run.wiki.site, { name: row.name, archiveName: row.archive_name, stashKey: null })
    return {
      title: run.titleText(NS.file, row.name),
      archivename: row.archive_name,
      timestamp: isoTimestamp(item.timestamp),
      width: row.width,
      height: row.height,
      size: row.size,
      ...hiddenParts(item, 'contenthidden'),
      ...(!isHidden(item.deleted, 'text') && { url: address.slice(run.wiki.site.server.length) }),
      ...withoutEmptyComment(people(item)),
    }
  }
}

async function deletedFileFacts(run: ActionRun, items: readonly HideableItem[], people: Facts): Promise<Facts> {
  const ids = padded(items.map(item => item.rowId))
  const records =
    ids.length === 0 ? [] : await run.db.selectFrom('deleted_file').where('id', 'in', ids).selectAll().execute()
  const rows = new Map(records.map(row => [row.id, row]))
  return item => {
    const row = rows.get(item.rowId)!
    return {
      title: run.titleText(NS.file, row.name),
      timestamp: isoTimestamp(item.timestamp),
      width: String(row.width ?? 0),
      height: String(row.height ?? 0),
      size: String(row.size ?? 0),
      ...hiddenParts(item, 'contenthidden'),
      ...withoutEmptyComment(people(item)),
    }
  }
}

function withoutEmptyComment({ comment, ...rest }: ResultOf<typeof FACTS>): ResultOf<typeof FACTS> {
  return comment === '' || comment === undefined ? rest : { ...rest, comment }
}
