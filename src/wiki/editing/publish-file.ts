import type { Caller } from '#accounts/caller.ts'
import { appendChange } from '#events/change-log.ts'
import type { Writer } from '#store/store.ts'
import { isLostRace } from '#store/store-error.ts'
import type { PageRow } from '../content/pages.ts'
import { countForSite } from '../content/site-counts.ts'
import { siteWords } from '../content/site-words.ts'
import { TextWork } from '../content/text-work/text-work.ts'
import type { FileFacts } from '../files/inspect/inspect-file.ts'
import { fail } from '../messages/message.ts'
import { NS } from '../site/namespaces.ts'
import { digitTimestamp } from '../site/timestamp.ts'
import { prefixedText } from '../site/title-format.ts'
import type { Wiki } from '../wiki.ts'
import { markOf } from './edit-marks.ts'
import { currentFile, storeVersion, touchFileUsers } from './file-versions.ts'
import { keepBytes } from './keep-bytes.ts'
import { beginLogEntry, completeLogEntry, type LogEntry } from './log-entry.ts'
import { nullRevision } from './null-revision.ts'
import { isUnchanged, type PageState, readPageState } from './page-state.ts'
import { checkSize, prepareText } from './prepare-text.ts'
import { savePage } from './save-page.ts'
import { storeAuthor } from './store-author.ts'
import { noteAddress, shortened, storeSummary } from './store-revision.ts'
import { notifyWatchers, setWatching } from './watching.ts'

/** A stored file to publish under a name. Permissions have been checked. */
export interface Publication {
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  readonly name: string
  readonly facts: FileFacts
  readonly sha1: string
  readonly bytes: Buffer
  readonly comment: string
  /** Text of the page for a new file. */
  readonly pageText: string
  readonly tags: readonly string[]
  readonly watched: boolean
  /** Watchlist expiry: null never expires, undefined keeps the current one. */
  readonly watchedUntil?: number | null | undefined
  /** Key of the stashed file to remove after publishing. */
  readonly stashKey?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Published {
  readonly timestamp: number
  readonly comment: string
  /** Whether the file's page existed before. */
  readonly hadPage: boolean
}

/** Attempts before publishing fails because of concurrent uploads under the same name. */
const MAX_ATTEMPTS = 5

/** Publishes a file as a new page or as a new version. Returns `'same'` when it equals the current version. */
export async function publishFile(wiki: Wiki, order: Publication): Promise<Published | 'same'> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptPublication(wiki, order)
    } catch (error) {
      if (!(error instanceof Outdated || isLostRace(error))) throw error
      if (attempt === MAX_ATTEMPTS) fail('edit-conflict')
    }
  }
}

/** The page has changed since it was read. */
class Outdated extends Error {}

async function attemptPublication(wiki: Wiki, order: Publication): Promise<Published | 'same'> {
  const { caller, name } = order
  const state = await readPageState(wiki, { ns: NS.file, title: name })
  const comment = shortened(order.comment)
  const page = state.page ? null : await newPage(wiki, state, order)
  const summaries = state.page ? await uploadSummaries(wiki, caller, name) : null
  return wiki.store.transaction(async tx => {
    const before = await currentFile(tx, name)
    if (before?.sha1 === order.sha1) return 'same'
    await keepBytes(tx, wiki, order.sha1, order.bytes)
    const actorId = await storeAuthor(tx, caller)
    const summaryId = await storeSummary(tx, comment)
    const timestamp = await storeVersion(tx, before, { ...order, actorId, summaryId })
    const entry: LogEntry = {
      type: 'upload',
      action: before ? 'overwrite' : 'upload',
      caller,
      now: timestamp,
      target: state,
      pageId: state.page?.id ?? 0,
      reason: comment,
      tags: order.tags,
      patrollable: true,
      params: { img_sha1: order.sha1, img_timestamp: digitTimestamp(timestamp) },
    }
    const stored = await beginLogEntry(tx, entry)
    const revision = state.page
      ? await noteInHistory(tx, state.page, { caller, now: timestamp, actorId, summary: summaries![entry.action]! })
      : await beginPage(tx, wiki, state, { ...order, now: timestamp }, page!)
    const { pageId, revisionId } = revision
    const params = { ...entry.params, associated_rev_id: revisionId }
    await completeLogEntry(tx, { ...entry, pageId, revisionId, params }, stored)
    await touchFileUsers(tx, name, timestamp)
    await notifyWatchers(tx, caller, state, timestamp)
    if (order.watched) await setWatching(tx, wiki, caller, state, true, order.watchedUntil)
    if (order.stashKey !== undefined) await tx.deleteFrom('stashed_file').where('key', '=', order.stashKey).execute()
    if (!before) await countForSite(tx, { edits: 0, pages: 0, articles: 0, images: 1 })
    await appendChange(tx, wiki.clock, {
      area: 'wiki',
      kind: 'upload',
      accountId: caller.account?.id ?? null,
      subject: `${NS.file}:${name}`,
      data: { page: pageId, log: stored.id, sha1: order.sha1 },
    })
    return { timestamp, comment, hadPage: state.page !== null }
  })
}

interface NewPage {
  readonly text: string
  readonly harvest: Parameters<typeof savePage>[2]['harvest']
}

async function newPage(wiki: Wiki, state: PageState, order: Publication): Promise<NewPage> {
  const { caller, now, pageText, signal } = order
  const work = new TextWork(wiki, now, { signal })
  checkSize(wiki.site, pageText)
  const text = await prepareText(wiki, caller, now, state, pageText, state.model, work)
  checkSize(wiki.site, text)
  const page = { ns: state.ns, dbkey: state.title }
  return { text, harvest: await work.run('harvest', { page, text, model: state.model }) }
}

/** Summaries for the history of the file's page. */
async function uploadSummaries(wiki: Wiki, { name: uploader }: Caller, name: string): Promise<Record<string, string>> {
  const keys = { upload: 'logentry-upload-upload', overwrite: 'logentry-upload-overwrite' }
  const words = await siteWords(wiki, Object.values(keys))
  const link = `[[${prefixedText(wiki.site, NS.file, name)}]]`
  return Object.fromEntries(
    Object.entries(keys).map(([action, key]) => [
      action,
      words.has(key) ? words.text(key, uploader, uploader, link) : `${uploader} uploaded ${link}`,
    ]),
  )
}

interface Written {
  readonly pageId: number
  readonly revisionId: number
}

interface HistoryNote {
  readonly caller: Caller
  readonly now: number
  readonly actorId: number
  readonly summary: string
}

async function noteInHistory(
  tx: Writer,
  page: PageRow,
  { caller, now, actorId, summary }: HistoryNote,
): Promise<Written> {
  if (!(await isUnchanged(tx, page))) throw new Outdated()
  const summaryId = await storeSummary(tx, shortened(summary))
  const revisionId = await nullRevision(tx, page, { now, actorId, summaryId, minor: false })
  await noteAddress(tx, caller, revisionId, now)
  await tx
    .updateTable('page')
    .set({ latest_rev: revisionId, is_new: 0, touched: now })
    .where('id', '=', page.id)
    .execute()
  return { pageId: page.id, revisionId }
}

async function beginPage(
  tx: Writer,
  wiki: Wiki,
  state: PageState,
  { caller, now, comment }: Publication,
  { text, harvest }: NewPage,
): Promise<Written> {
  const summary = shortened(comment)
  const mark = markOf(wiki, null, { text, model: state.model })
  const saved = await savePage(tx, wiki, {
    caller,
    now,
    state,
    text,
    model: state.model,
    harvest,
    summary,
    modelChange: { comment: summary, tags: [] },
    minor: false,
    bot: caller.can('bot'),
    tags: mark?.tag ? [mark.tag] : [],
    reverted: [],
    watched: null,
    amongChanges: false,
  })
  if (saved === null) throw new Outdated()
  return saved
}
