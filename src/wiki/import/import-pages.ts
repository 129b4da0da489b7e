import path from 'node:path'
import type { Progress } from '#events/progress.ts'
import { compileWellWhenLong, keepNurserySmall } from '#events/v8-settings.ts'
import { isEmpty } from '#store/is-empty.ts'
import type { Store } from '#store/store.ts'
import { sha1Base36 } from '../content/sha1-base36.ts'
import { storeFile } from '../files/stored-bytes.ts'
import { openSource, writeCheckpoint } from './checkpoints.ts'
import { declaredTables, requestDerivation } from './derive/derivation.ts'
import type { HarvestContext } from './derive/harvest-ahead.ts'
import { type FileProof, proofAt } from './file-identity.ts'
import { isNewer, type PageState, type PendingRevision, pageState, revisionFacts } from './pages/page-batch.ts'
import { findKnown, nothingKnown } from './pages/page-conflicts.ts'
import { storePages } from './pages/store-pages.ts'
import { CLASH, storeRevisions } from './pages/store-revisions.ts'
import { storeUploads } from './pages/store-uploads.ts'
import { openDump, type RestartPoint } from './readers/decompress/decompress.ts'
import { RestartTrail } from './readers/decompress/restart-trail.ts'
import { DumpError } from './readers/dump-error.ts'
import type {
  ExportEvent,
  ExportPage,
  ExportRevision,
  ExportSiteInfo,
  ExportUpload,
} from './readers/xml/export-events.ts'
import { readExport } from './readers/xml/read-export.ts'
import { addOutcome, type FileSummary } from './summary.ts'

const BATCH_REVISIONS = 5000

/** Where to resume: at the page being read, whose revisions up to `storedUpTo` are stored. */
interface PagesProgress {
  readonly position: number
  readonly storedUpTo: number
  readonly restart: RestartPoint
  readonly proof: FileProof
  /** Whether all pages of the wiki come from this export. */
  readonly onlySource: boolean
}

/** Imports a page export, current or with history. `onSiteInfo` receives its site information. */
export async function importPages(
  store: Store,
  file: string,
  context: HarvestContext,
  progress: Progress,
  onSiteInfo: (info: ExportSiteInfo) => Promise<void>,
): Promise<FileSummary> {
  const { name, known } = await openSource<PagesProgress, FileSummary>(store, file)
  const summary: FileSummary = { tables: {}, ...known?.summary, file }
  if (known?.finished) return { ...summary, alreadyImported: true }
  await store.transaction(tx => requestDerivation(tx, context.clock, { links: true }))
  return new PagesImport(store, file, name, context, progress, onSiteInfo).run(known?.position, summary)
}

class PagesImport {
  readonly #store: Store
  readonly #file: string
  readonly #source: string
  readonly #context: HarvestContext
  readonly #progress: Progress
  readonly #onSiteInfo: (info: ExportSiteInfo) => Promise<void>
  readonly #trail = new RestartTrail()
  #summary: FileSummary = { file: '', tables: {} }
  #pagesFromTable = false
  /** The wiki was empty, so there can be no conflicts. */
  #beganEmpty = false
  #onlySource = false
  /** Nothing of the export is stored yet. */
  #untouched = true
  #storedUpTo = -1
  #page: { readonly state: PageState; readonly position: number } | undefined
  #position = 0
  #revisions: PendingRevision[] = []
  #pages: PageState[] = []
  #uploads: ExportUpload[] = []
  #bytes = 0
  #consumed = 0

  constructor(
    store: Store,
    file: string,
    source: string,
    context: HarvestContext,
    progress: Progress,
    onSiteInfo: (info: ExportSiteInfo) => Promise<void>,
  ) {
    this.#store = store
    this.#file = file
    this.#source = source
    this.#context = context
    this.#progress = progress
    this.#onSiteInfo = onSiteInfo
  }

  async run(from: PagesProgress | undefined, summary: FileSummary): Promise<FileSummary> {
    this.#summary = summary
    this.#storedUpTo = from?.storedUpTo ?? -1
    this.#beganEmpty = (await isEmpty(this.#store.read, 'page')) && (await isEmpty(this.#store.read, 'revision'))
    this.#onlySource = from?.onlySource ?? this.#beganEmpty
    this.#pagesFromTable = (await declaredTables(this.#store.read)).has('page')
    const resumes = from !== undefined && from.position > 0
    this.#untouched = !resumes
    const source = await openDump(this.#file, resumes ? { from: from.restart } : {})
    const task = `reading ${path.basename(this.#file)}`
    for await (const { events, chunk } of readExport(source, resumes ? { resume: from } : {})) {
      this.#trail.add(chunk.restart)
      this.#consumed = chunk.consumed
      for (const event of events) {
        if (event.kind === 'siteinfo') await this.#onSiteInfo(event)
        else this.#take(event)
        if (this.#bytes >= this.#context.batchBytes || this.#revisions.length >= BATCH_REVISIONS)
          await this.#flush(false)
      }
      keepNurserySmall()
      compileWellWhenLong()
      const counts = { pages: this.#summary.tables.page?.read ?? 0 }
      this.#progress.report({ task, done: chunk.consumed, total: source.size, unit: 'bytes', counts })
    }
    await this.#flush(true)
    return this.#summary
  }

  #take(event: Exclude<ExportEvent, ExportSiteInfo>): void {
    if (event.kind === 'page') this.#begin(event)
    else if (event.kind === 'revision') this.#revision(event)
    else if (event.kind === 'upload') this.#upload(event)
    else if (event.kind === 'page-end') {
      this.#pages.push(this.#page!.state)
      this.#page = undefined
      this.#position = event.position
    }
  }

  #begin(page: ExportPage): void {
    this.#position = page.position
    if (page.id === undefined) {
      const place = { file: this.#file, position: page.position, unit: 'decompressed' } as const
      throw new DumpError('has a page without a number', { ...place, inside: `page "${page.title}"` })
    }
    this.#page = { state: pageState(page, page.id), position: page.position }
  }

  #revision(revision: ExportRevision): void {
    const page = this.#page!.state
    const facts = revisionFacts(revision)
    if (isNewer(facts, page.latest)) page.latest = facts
    if (revision.position <= this.#storedUpTo) return
    const slots = [revision.main, ...revision.otherSlots]
    this.#revisions.push({ page, revision, timestamp: facts.timestamp, slots })
    this.#bytes += facts.length
    this.#storedUpTo = revision.position
  }

  /** Stores files before the rows that refer to them, because they live outside the database. */
  async #keepFiles(uploads: readonly ExportUpload[]): Promise<void> {
    const { fileStore } = this.#context
    if (fileStore === undefined) return
    for (const { contents } of uploads)
      if (contents !== undefined) await storeFile(fileStore, sha1Base36(contents), contents)
  }

  #upload(upload: ExportUpload): void {
    if (upload.position <= this.#storedUpTo) return
    this.#uploads.push(upload)
    this.#bytes += upload.contents?.length ?? 0
    this.#storedUpTo = upload.position
  }

  /** Starts extracting links while pages are being stored, if the whole wiki is in memory. */
  async #harvestAhead(): Promise<void> {
    if (!this.#beganEmpty || this.#pagesFromTable || this.#uploads.length > 0) return
    await this.#context.ahead?.begin(this.#store.read, { pages: this.#pages, revisions: this.#revisions })
  }

  async #flush(finished: boolean): Promise<void> {
    const revisions = this.#revisions
    const pages = this.#pages
    const uploads = this.#uploads
    const summary = structuredClone(this.#summary)
    await this.#keepFiles(uploads)
    const position: PagesProgress = {
      position: this.#position,
      storedUpTo: this.#storedUpTo,
      restart: this.#trail.before(this.#position),
      proof: await proofAt(this.#file, this.#consumed),
      onlySource: this.#onlySource,
    }
    if (finished && this.#untouched) await this.#harvestAhead()
    this.#untouched = false
    await this.#store.transaction(async tx => {
      const context = this.#context
      const touched = new Set([...revisions.map(({ page }) => page), ...pages])
      const passOver = this.#pagesFromTable || this.#onlySource
      const known = this.#beganEmpty ? nothingKnown : await findKnown(tx, [...touched], revisions, passOver)
      const stored = await storeRevisions(tx, revisions, known, context)
      addOutcome(summary.tables, 'revision', revisions.length, stored)
      const { revisionsTakenBack: back, ...outcome } = await storePages(tx, pages, known, context)
      addOutcome(summary.tables, 'page', pages.length, outcome)
      if (back > 0) addOutcome(summary.tables, 'revision', 0, { stored: -back, skipped: new Map([[CLASH, back]]) })
      if (uploads.length > 0) {
        addOutcome(summary.tables, 'upload', uploads.length, await storeUploads(tx, uploads, context))
      }
      await writeCheckpoint(tx, context.clock, this.#source, 'xml-pages', { position, summary, finished })
    })
    this.#summary = summary
    this.#revisions = []
    this.#pages = []
    this.#uploads = []
    this.#bytes = 0
  }
}
