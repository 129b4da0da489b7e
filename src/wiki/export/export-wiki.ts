import type { Progress } from '#events/progress.ts'
import type { Reader, Store } from '#store/store.ts'
import { EXPORT_FOOTER, exportHeader } from '../content/page-export/write-export.ts'
import type { PageRow } from '../content/pages.ts'
import type { FileStore } from '../file-store.ts'
import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'
import { type Choice, type ChosenPages, choosePages, eachPage } from './choose-pages.ts'
import { checkTarget, ExportError, type Output, openOutput, STRETCH } from './export-file.ts'
import { exportLogs, type LogsState } from './export-logs.ts'
import { streamPages } from './page-stream.ts'
import { type Counts, noneYet, Tally } from './tally.ts'
import { streamUploads } from './upload-stream.ts'

export interface ExportOptions extends Choice {
  /** Target file for pages, compressed if its name ends in .gz, or "-" for standard output. */
  readonly target?: string | undefined
  /** Target file for log entries. */
  readonly logs?: string | undefined
  /** Target file for site information that XML cannot hold, such as the interwiki map. */
  readonly site?: string | undefined
  /** All revisions, or only the latest of each page. */
  readonly history: boolean
  /** Whether file pages include their file versions; with `contents`, the files themselves too. */
  readonly uploads?: boolean | undefined
  readonly contents?: boolean | undefined
  /** Folder for copies of the files. */
  readonly filesTo?: string
  /** Includes hidden content. For operators only: anyone who gets the export can read it. */
  readonly withHidden?: boolean | undefined
  readonly overwrite?: boolean | undefined
  /** The wiki's file store. */
  readonly fileStore: FileStore
  readonly stdout?: NodeJS.WritableStream
  /** Bytes between checkpoints. */
  readonly stretch?: number
}

/** Checkpoint of a page export. */
interface PagesState {
  /** The last page and revision at the start of the export. */
  readonly upToPage: number
  readonly upTo: number
  readonly lastPage: number
  readonly counts: Counts
}

const PAGES_AT_A_TIME = 100

/**
 * Exports a wiki as MediaWiki XML, schema 0.11. Pages are sorted by ID, and histories end where they did when the
 * export began. Running an interrupted export to a file again resumes it.
 */
export async function exportWiki(
  store: Store,
  site: Site,
  options: ExportOptions,
  progress: Progress,
): Promise<Counts> {
  const { target, logs, site: siteFile, overwrite = false, stdout = process.stdout, stretch = STRETCH } = options
  const targets = [target, logs, siteFile].filter(file => file !== undefined)
  for (const file of targets) await checkTarget(file, overwrite)
  if (new Set(targets).size < targets.length)
    throw new ExportError('Pages, logs and site information need separate files.')
  const counts: Counts = {}
  const { fileStore: _, stdout: __, stretch: ___, ...wish } = options
  if (target !== undefined) {
    const chosen = await choosePages(store.read, site, options)
    await using out = await openOutput<PagesState>(target, { ...wish, part: 'pages' }, { stdout, stretch })
    Object.assign(counts, await exportPages(store.read, site, out, { ...options, chosen }, progress))
  }
  if (logs !== undefined) {
    await using out = await openOutput<LogsState>(logs, { ...wish, part: 'logs' }, { stdout, stretch })
    const onEntry = (done: number, total: number) =>
      progress.report({ task: 'writing logs', done, total, unit: 'entries' })
    Object.assign(
      counts,
      await exportLogs(store.read, site, out, {
        withHidden: options.withHidden ?? false,
        since: options.since,
        onEntry,
      }),
    )
  }
  if (siteFile !== undefined) {
    await using out = await openOutput(siteFile, { part: 'site' }, { stdout, stretch })
    await out.write(`${JSON.stringify(site.info, null, 1)}\n`)
    await out.finish()
  }
  return counts
}

async function exportPages(
  db: Reader,
  site: Site,
  out: Output<PagesState>,
  options: ExportOptions & { readonly chosen: ChosenPages },
  progress: Progress,
): Promise<Counts> {
  const { chosen, history, withHidden = false } = options
  const { upToPage, upTo } = out.known ?? (await lastNumbers(db))
  // Lists pages first, although revisions are counted before their page is complete.
  const tally = new Tally(out.known?.counts ?? { pages: noneYet(), revisions: noneYet() })
  const total = await countRows(db, 'page', upToPage)
  const all = chosen.ids === undefined && chosen.namespaces === undefined
  const behind = uploadsBehind(db, site, options, tally)
  const { since } = options
  const stream = {
    history,
    upTo,
    since,
    whole: chosen.whole,
    withHidden,
    dense: chosen.ids === undefined,
    ...(behind && { behind }),
  }
  let lastPage = out.known?.lastPage ?? 0
  if (out.known === undefined) await out.write(exportHeader(site, '0.11'))
  for await (const pages of eachPage(db, chosen, { after: lastPage, upTo: upToPage }, PAGES_AT_A_TIME)) {
    for await (const { text, ended } of streamPages({ db }, site, pages, stream, tally)) {
      await out.write(text)
      if (ended === undefined) continue
      lastPage = ended
      await out.reached({ upToPage, upTo, lastPage, counts: tally.counts })
      const report = {
        task: 'writing pages',
        done: tally.writtenOf('pages'),
        total: all ? total : undefined,
        unit: 'pages',
      }
      progress.report({ ...report, counts: { revisions: tally.writtenOf('revisions') } })
    }
  }
  await out.write(EXPORT_FOOTER)
  tally.complete('pages', total, 'not chosen')
  tally.complete('revisions', await countRows(db, 'revision', upTo), all && history ? 'without a page' : 'not chosen')
  await out.finish()
  return tally.counts
}

function uploadsBehind(db: Reader, site: Site, options: ExportOptions, tally: Tally) {
  const { uploads = false, contents = false, filesTo, fileStore, withHidden = false } = options
  if (!uploads && !contents && filesTo === undefined) return undefined
  const own = { fileStore, contents, copyTo: filesTo, withHidden }
  return ({ ns, title }: PageRow): AsyncIterable<string> | Iterable<string> =>
    ns === NS.file ? streamUploads(db, site, title, own, tally) : []
}

async function lastNumbers(db: Reader): Promise<{ upToPage: number; upTo: number }> {
  const page = await db.selectFrom('page').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  const revision = await db.selectFrom('revision').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return { upToPage: page?.id ?? 0, upTo: revision?.id ?? 0 }
}

async function countRows(db: Reader, table: 'page' | 'revision', upTo: number): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .where('id', '<=', upTo)
    .select(of => of.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
