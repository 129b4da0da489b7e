import { padded } from '#store/keyset.ts'
import type { ActionRun } from '../../api/action-run.ts'
import { actorsById } from '../../content/actors.ts'
import { displayLogs } from '../../content/log-display/display-logs.ts'
import { readLogParams } from '../../content/log-display/read-params.ts'
import { mainTexts } from '../../content/main-texts.ts'
import { parsedById } from '../../content/parsed-summaries.ts'
import { summaryTexts } from '../../content/summaries.ts'
import { TextWork, WorkRefused } from '../../content/text-work/text-work.ts'
import { tableDiff } from '../../diff/table-diff.ts'
import { escapeHtml } from '../../messages/render.ts'
import { lineLabels } from '../../query/families/line-labels.ts'
import type { ChangeRow } from '../../query/families/recent-changes.ts'
import { isHidden } from '../../site/hidden-parts.ts'
import { talkOf } from '../../site/namespaces.ts'
import { fullUrl } from '../../site/urls.ts'
import type { FeedItem } from './feed.ts'
import { feedWords } from './feed-words.ts'

const TYPE = { edit: 0, log: 3, external: 5 } as const
/** Longer diffs and texts are linked instead of shown. */
const MAX_BYTES = 32_768
/** Diff budget for a whole feed: many times what ordinary pages need. */
const MAX_STEPS = 200_000
/** Limit on the bytes of text read for a feed. */
const MAX_READ = 4_000_000

/** Recent changes as feed items, newest first. Consecutive edits of a page by one user become one item. */
export async function changeItems(run: ActionRun, rows: readonly ChangeRow[]): Promise<FeedItem[]> {
  const merged = mergedChanges(rows).filter(row => row.deleted === 0)
  const actors = await actorsById(
    run.db,
    merged.map(row => row.actor_id),
  )
  const texts = await summaryTexts(
    run.db,
    merged.map(row => row.summary_id),
  )
  const comments = await parsedById(run, merged, texts)
  const logged = merged.filter(row => row.type === TYPE.log)
  const lines = await displayLogs(
    run,
    logged.map(row => ({
      type: row.log_type ?? '',
      action: row.log_action ?? '',
      timestamp: row.timestamp,
      deleted: 0,
      ns: row.ns,
      title: row.title,
      params: readLogParams(row.params ?? ''),
      performer: actors.get(row.actor_id) ?? { name: '', account_id: null },
    })),
  )
  const lineOf = new Map(logged.map((row, index) => [row.id, lines[index]!]))
  // A slow diff would be too long for the feed anyway, so do not send fifty of them to worker threads.
  const work = new TextWork(run.wiki, run.now, { signal: run.signal, mostSteps: MAX_STEPS, onlyAtOnce: true })
  const shown = await openTexts(run, revisionsToRead(merged))
  const items: FeedItem[] = []
  for (const row of merged) {
    const summary = [lineOf.get(row.id), comments.get(row.id)].filter(Boolean).join(' ')
    items.push({
      title: run.titleText(row.ns, row.title),
      description: `<p>${summary}</p>\n${await contentOf(run, work, row, shown)}`,
      url: urlOf(run, row),
      timestamp: row.timestamp,
      author: actors.get(row.actor_id)?.name ?? '',
      comments: row.ns < 0 ? '' : fullUrl(run.wiki.site, { ns: talkOf(row.ns), dbkey: row.title }),
    })
  }
  return items
}

function mergedChanges(rows: readonly ChangeRow[]): ChangeRow[] {
  const merged: ChangeRow[] = []
  for (const row of rows) {
    if (row.type === TYPE.external) continue
    const last = merged.at(-1)
    if (last && row.type === TYPE.edit && row.page_id === last.page_id && row.actor_id === last.actor_id)
      merged[merged.length - 1] = { ...last, last_rev: row.last_rev }
    else merged.push(row)
  }
  return merged
}

function urlOf({ wiki }: ActionRun, { ns, title, this_rev, last_rev }: ChangeRow): string {
  return fullUrl(wiki.site, { ns, dbkey: title }, this_rev ? `diff=${this_rev}&oldid=${last_rev}` : '')
}

/** The text of a new page, or the diff of an edit. */
async function contentOf(run: ActionRun, work: TextWork, row: ChangeRow, shown: Texts): Promise<string> {
  if (row.ns < 0 || !row.this_rev) return ''
  const words = await feedWords(run)
  const link = `<a href="${escapeHtml(urlOf(run, row))}">${escapeHtml(words('showdiff'))}</a>`
  const after = shown.get(row.this_rev)
  if (after === undefined) return link
  if (!row.last_rev) {
    if (Buffer.byteLength(after) > MAX_BYTES) return link
    return `<p><b>${escapeHtml(words('newpage'))}</b></p><div>${withBreaks(after)}</div>`
  }
  const before = shown.get(row.last_rev)
  if (before === undefined) return link
  try {
    const table = tableDiff(await work.run('diff', { before, after }), await lineLabels(run))
    return Buffer.byteLength(table) > MAX_BYTES ? link : `<table class="diff">${table}</table>`
  } catch (error) {
    // Over the budget of this diff or of the whole feed: link to it.
    if (error instanceof WorkRefused) return link
    throw error
  }
}

/** Texts by revision id. */
type Texts = ReadonlyMap<number, string>

/** The newest revisions whose texts fit the limit. */
function revisionsToRead(rows: readonly ChangeRow[]): number[] {
  const revisions: number[] = []
  let room = MAX_READ
  for (const row of rows) {
    room -= (row.old_length ?? 0) + (row.new_length ?? 0)
    if (room >= 0 && row.ns >= 0) for (const id of [row.this_rev, row.last_rev]) if (id) revisions.push(id)
  }
  return revisions
}

/** Texts without any hidden parts: feeds are cached and shared between readers. */
async function openTexts({ db, wiki }: ActionRun, revisions: readonly number[]): Promise<Texts> {
  if (revisions.length === 0) return new Map()
  const rows = await db.selectFrom('revision').where('id', 'in', padded(revisions)).select(['id', 'deleted']).execute()
  const open = rows.filter(({ deleted }) => !isHidden(deleted, 'text')).map(({ id }) => id)
  return mainTexts(wiki, open)
}

export const withBreaks = (text: string): string => escapeHtml(text).replaceAll('\n', '<br />\n')
