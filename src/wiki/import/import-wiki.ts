import { stat } from 'node:fs/promises'
import type { MessageTranslations } from '#core/interface-texts.ts'
import type { Progress } from '#events/progress.ts'
import { type Clock, seconds } from '#store/clock.ts'
import { insertRows, updateRows } from '#store/insert-rows.ts'
import type { Store, Writer } from '#store/store.ts'
import { rememberDifferences } from '../content/check-counters.ts'
import type { FileStore } from '../file-store.ts'
import { ActorStore } from './bulk/actor-store.ts'
import { deferIndexes, restoreIndexes } from './bulk/deferred-indexes.ts'
import { Ids } from './bulk/ids.ts'
import { allLookups } from './bulk/keep-lookups.ts'
import { LinkTargets } from './bulk/link-targets.ts'
import { SummaryStore } from './bulk/summary-store.ts'
import { TextStore } from './bulk/text-store.ts'
import { derive } from './derive/derive.ts'
import { HarvestAhead, type HarvestContext } from './derive/harvest-ahead.ts'
import type { HarvestThreads } from './derive/harvest-threads.ts'
import { ImportError } from './import-error.ts'
import { importPages } from './import-pages.ts'
import { checkMessages, importMessages, type MessageFollower } from './messages.ts'
import { type DetectedFile, detectAll } from './readers/detect.ts'
import type { ExportSiteInfo } from './readers/xml/export-events.ts'
import type { FileSummary } from './summary.ts'
import { importedSite, keepExportedSite } from './wiki-site.ts'

export interface ImportOptions {
  /** Dumps or folders of dumps, in any order. */
  readonly files: readonly string[]
  /** A site file with the wiki's `siteinfo`. */
  readonly site?: string
  /** The wiki's image folder, or a tar archive of it. */
  readonly images?: string
  /** A folder of interface messages. */
  readonly messages?: string
  /** Called after messages change. */
  readonly followMessages?: MessageFollower
  /** Translated interface messages, for pages that use them. */
  readonly translations?: MessageTranslations
  /** The file store, required for importing files. */
  readonly fileStore?: FileStore
  readonly clock: Clock
  /** Threads for extracting links that were started early. */
  readonly threads?: HarvestThreads
  /** Bytes of a dump per transaction. */
  readonly batchBytes?: number
  /** Total size from which indexes are built at the end. */
  readonly largeFrom?: number
}

export interface ImportSummary {
  readonly files: readonly FileSummary[]
  /** Number of imported messages and files, if any were given. */
  readonly messages?: number
  readonly images?: number
}

/**
 * Imports a wiki. Everything happens in batches, each in a transaction that also saves a checkpoint: an interrupted
 * import resumes, and a repeated one changes nothing.
 */
export async function importWiki(store: Store, options: ImportOptions, progress: Progress): Promise<ImportSummary> {
  const { images, fileStore } = options
  if (images !== undefined && fileStore === undefined) throw new ImportError('Importing files requires a file store.')
  const detected = await detectAll(options.files)
  // Validates the files now rather than after hours of work.
  if (options.site !== undefined) await (await import('./site-file.ts')).readSiteFile(options.site)
  if (options.messages !== undefined) await checkMessages(options.messages)
  if (images !== undefined) await (await import('./images.ts')).checkImages(images)
  const restore = store.prepareForBulk()
  try {
    if ((await sizeOf(detected)) > (options.largeFrom ?? LARGE)) await deferIndexes(store, detected)
    const summary = await importDumps(store, detected, options, progress)
    // The derivation restores indexes, but there may have been nothing to derive.
    await restoreIndexes(store)
    const count = images === undefined ? undefined : await importFiles(store, images, fileStore!, progress)
    await rememberDifferences(store, await importedSite(store.read), seconds(options.clock))
    return { ...summary, ...(count !== undefined && { images: count }) }
  } finally {
    try {
      restore()
    } catch {
      // The original error matters more than settings that could not be restored.
    }
  }
}

async function importFiles(store: Store, images: string, fileStore: FileStore, progress: Progress): Promise<number> {
  const { importImages } = await import('./images.ts')
  const { describeFiles } = await import('./pages/describe-files.ts')
  const count = await importImages(fileStore, images, progress)
  await describeFiles(store, fileStore)
  return count
}

async function importDumps(
  store: Store,
  detected: readonly DetectedFile[],
  options: ImportOptions,
  progress: Progress,
): Promise<ImportSummary> {
  const context = newContext(options, detected.length === 1)
  const filesOf = (wantedKind: string) => detected.filter(({ kind }) => kind === wantedKind).map(({ file }) => file)
  const [sql, exports, logs] = [filesOf('sql'), filesOf('xml-pages'), filesOf('xml-logs')]
  const files: FileSummary[] = []
  // Loaded lazily: each kind of dump needs many modules that the others do not.
  if (sql.length > 0) {
    const { importSql } = await import('./import-sql.ts')
    files.push(...(await importSql(store, sql, context, progress, exports.length + logs.length === 0)))
  }
  if (options.site !== undefined) await (await import('./site-file.ts')).importSiteFile(store, options.site)
  for (const file of exports) {
    files.push(await importPages(store, file, context, progress, info => keepExportedSite(store, info)))
  }
  for (const file of logs) {
    const { importLogs } = await import('./import-logs.ts')
    const siteOf = async (info?: ExportSiteInfo) => {
      if (info !== undefined) await keepExportedSite(store, info)
      return importedSite(store.read)
    }
    files.push(await importLogs(store, file, context, progress, siteOf))
  }
  const { messages: folder, followMessages: follow, clock } = options
  const messages = folder === undefined ? undefined : await importMessages(store, { folder, clock, follow })
  await derive(store, context, progress)
  return { files, ...(messages !== undefined && { messages }) }
}

/** Below this size, updating the indexes is cheaper than rebuilding them. */
const LARGE = 256 * 1024

async function sizeOf(files: readonly DetectedFile[]): Promise<number> {
  const sizes = await Promise.all(files.map(async ({ file }) => (await stat(file)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

const BATCH_BYTES = 4 * 1024 * 1024

function newContext(options: ImportOptions, onlyDump: boolean): HarvestContext {
  const { clock, fileStore, batchBytes, threads, translations = null } = options
  const ids = new Ids()
  const texts = new TextStore(ids)
  return {
    clock,
    fileStore,
    batchBytes: batchBytes ?? BATCH_BYTES,
    threads,
    translations,
    ahead: threads && onlyDump ? new HarvestAhead({ threads, clock, texts, translations }) : undefined,
    ids,
    targets: new LinkTargets(ids),
    texts,
    summaries: new SummaryStore(ids),
    actors: new ActorStore(ids),
    insert: insertRows,
    update: updateRows,
    dictionary: dictionaryCache(),
  }
}

/** Reads each small dictionary of a dump once. */
export function dictionaryCache() {
  const cache = new Map<string, ReadonlyMap<string, string>>()
  return async (tx: Writer, kind: string): Promise<ReadonlyMap<string, string>> => {
    const found = cache.get(kind) ?? (await allLookups(tx, kind))
    cache.set(kind, found)
    return found
  }
}
