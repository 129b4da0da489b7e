import { stat } from 'node:fs/promises'
import type { Progress } from '#events/progress.ts'
import type { Clock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { deferIndexes } from './bulk/deferred-indexes.ts'
import { Ids } from './bulk/ids.ts'
import { insertRows, updateRows } from './bulk/insert-rows.ts'
import { LinkTargets } from './bulk/link-targets.ts'
import { SummaryStore } from './bulk/summary-store.ts'
import { TextStore } from './bulk/text-store.ts'
import { tuneEngine } from './bulk/tune-engine.ts'
import type { ImportContext } from './context.ts'
import { derive } from './derive/derive.ts'
import { dictionaryCache } from './dictionary-cache.ts'
import { importImages } from './images.ts'
import { ImportError } from './import-error.ts'
import { importLogs } from './import-logs.ts'
import { importPages } from './import-pages.ts'
import { importSql } from './import-sql.ts'
import { importMessages } from './messages.ts'
import { ActorStore } from './pages/actor-store.ts'
import { describeFiles } from './pages/describe-files.ts'
import { type DetectedFile, detectAll } from './readers/detect.ts'
import type { ExportSiteInfo } from './readers/xml/export-events.ts'
import { importSiteFile } from './site-file.ts'
import type { FileSummary } from './summary.ts'
import { importedSite, keepExportedSite } from './wiki-site.ts'

export interface ImportOptions {
  /** Dumps, or folders of dumps, in any order. */
  readonly files: readonly string[]
  /** A site file: what the wiki says of itself. */
  readonly site?: string
  /** The wiki's image folder, or a tar archive of it. */
  readonly images?: string
  /** A folder of interface messages. */
  readonly messages?: string
  /** Where files are kept; without it they cannot be imported. */
  readonly filesFolder?: string
  readonly clock: Clock
  /** Bytes of a dump that are stored in one transaction. */
  readonly batchBytes?: number
}

export interface ImportSummary {
  readonly files: readonly FileSummary[]
  /** How many messages and uploaded files were taken over, where any were given. */
  readonly messages?: number
  readonly images?: number
}

/**
 * Takes over a wiki. Everything is done in batches, each in a transaction that also notes how far it came: an import that
 * was interrupted goes on where it was, and one that is repeated changes nothing.
 */
export async function importWiki(store: Store, options: ImportOptions, progress: Progress): Promise<ImportSummary> {
  const { images, filesFolder } = options
  if (images !== undefined && filesFolder === undefined) throw new ImportError('Files need a folder to be kept in.')
  const detected = await detectAll(options.files)
  const restore = await tuneEngine(store)
  try {
    if (await isLarge(detected)) await deferIndexes(store)
    const summary = await importDumps(store, detected, options, progress)
    if (images === undefined) return summary
    const count = await importImages(filesFolder!, images, progress)
    await describeFiles(store, filesFolder!)
    return { ...summary, images: count }
  } finally {
    // Whatever went wrong is more interesting than settings that could not be set back.
    await restore().catch(() => undefined)
  }
}

async function importDumps(
  store: Store,
  detected: readonly DetectedFile[],
  options: ImportOptions,
  progress: Progress,
): Promise<ImportSummary> {
  const context = newContext(options)
  const filesOf = (wanted: string) => detected.filter(({ kind }) => kind === wanted).map(({ file }) => file)
  const files = await importSql(store, filesOf('sql'), context, progress)
  if (options.site !== undefined) await importSiteFile(store, options.site)
  for (const file of filesOf('xml-pages')) {
    files.push(await importPages(store, file, context, progress, info => keepExportedSite(store, info)))
  }
  for (const file of filesOf('xml-logs')) {
    const siteOf = async (info?: ExportSiteInfo) => {
      if (info !== undefined) await keepExportedSite(store, info)
      return importedSite(store.read)
    }
    files.push(await importLogs(store, file, context, progress, siteOf))
  }
  const messages = options.messages === undefined ? undefined : await importMessages(store, options.messages)
  await derive(store, context, progress)
  return { files, ...(messages !== undefined && { messages }) }
}

/** Below this, keeping the indexes in order costs less than building them. */
const LARGE = 4 * 1024 * 1024

async function isLarge(files: readonly DetectedFile[]): Promise<boolean> {
  const sizes = await Promise.all(files.map(async ({ file }) => (await stat(file)).size))
  return sizes.reduce((sum, size) => sum + size, 0) > LARGE
}

const BATCH_BYTES = 4 * 1024 * 1024

function newContext({ clock, filesFolder, batchBytes }: ImportOptions): ImportContext {
  const ids = new Ids()
  return {
    clock,
    filesFolder,
    batchBytes: batchBytes ?? BATCH_BYTES,
    ids,
    targets: new LinkTargets(ids),
    texts: new TextStore(ids),
    summaries: new SummaryStore(ids),
    actors: new ActorStore(ids),
    insert: insertRows,
    update: updateRows,
    dictionary: dictionaryCache(),
  }
}
