import path from 'node:path'
import type { Progress } from '#events/progress.ts'
import type { Store, Writer } from '#store/store.ts'
import { prepareLookups } from './bulk/keep-lookups.ts'
import { openSource, writeCheckpoint } from './checkpoints.ts'
import type { ImportContext } from './context.ts'
import { requestDerivation } from './derive/derivation.ts'
import { type FileProof, proofAt } from './file-identity.ts'
import { type DecompressOptions, openDump, type RestartPoint } from './readers/decompress/decompress.ts'
import { RestartTrail } from './readers/decompress/restart-trail.ts'
import { readSql } from './readers/sql/read-sql.ts'
import type { SqlPosition, SqlRows } from './readers/sql/sql-scanner.ts'
import type { SqlTable } from './readers/sql/sql-table.ts'
import { addOutcome, type FileSummary } from './summary.ts'
import { ignored, NOT_KNOWN } from './tables/ignored.ts'
import { mappings } from './tables/index.ts'
import { refuseFilledTable } from './tables/refuse-filled.ts'

/** How far a file has been read. Tables that need others are put off to a second reading when those come later. */
interface SqlProgress {
  readonly reading: 1 | 2
  readonly next?: SqlPosition
  readonly restart?: RestartPoint
  readonly proof?: FileProof
  readonly tables: Readonly<Record<string, 'open' | 'done' | 'deferred'>>
  /** Tables the file declares, with or without rows. */
  readonly declared: readonly string[]
}

interface SqlFile {
  readonly file: string
  readonly source: string
  progress: SqlProgress
  summary: FileSummary
  finished: boolean
}

/** Imports SQL dumps: whole ones, or one file per table in the order given. */
export async function importSql(
  store: Store,
  paths: readonly string[],
  context: ImportContext,
  progress: Progress,
): Promise<FileSummary[]> {
  const files: SqlFile[] = []
  for (const file of paths) files.push(await startFile(store, file))
  if (files.some(({ finished }) => !finished)) {
    await store.transaction(async tx => {
      await prepareLookups(tx)
      await requestDerivation(tx, context.clock, { links: false })
    })
  }
  for (const reading of [1, 2] as const) {
    for (const file of files) {
      if (!file.finished && file.progress.reading <= reading) {
        await new SqlImport(store, file, files, reading, context, progress).run()
      }
    }
  }
  return files.map(({ summary }) => summary)
}

async function startFile(store: Store, file: string): Promise<SqlFile> {
  const { name: source, known } = await openSource<SqlProgress, FileSummary>(store, file)
  const finished = known?.finished ?? false
  return {
    file,
    source,
    progress: known?.position ?? { reading: 1, tables: {}, declared: [] },
    summary: { tables: {}, ...known?.summary, file, ...(finished && { alreadyImported: true }) },
    finished,
  }
}

/** One reading of one file. */
class SqlImport {
  readonly #store: Store
  readonly #file: SqlFile
  readonly #all: readonly SqlFile[]
  readonly #reading: 1 | 2
  readonly #context: ImportContext
  readonly #progress: Progress
  readonly #trail = new RestartTrail()
  #tables: Record<string, 'open' | 'done' | 'deferred'>
  readonly #declared: Set<string>
  #current: string | undefined
  #batch: SqlRows[] = []
  #batchBytes = 0
  #consumed = 0

  constructor(
    store: Store,
    file: SqlFile,
    all: readonly SqlFile[],
    reading: 1 | 2,
    context: ImportContext,
    progress: Progress,
  ) {
    this.#store = store
    this.#file = file
    this.#all = all
    this.#reading = reading
    this.#context = context
    this.#progress = progress
    this.#tables = { ...file.progress.tables }
    this.#declared = new Set(file.progress.declared)
    this.#current = file.progress.reading === reading ? file.progress.next?.insert?.name : undefined
  }

  async run(): Promise<void> {
    const { progress: from, file } = this.#file
    const isSecond = this.#reading === 2
    if (isSecond && !Object.values(this.#tables).includes('deferred')) {
      await this.#finishReading()
      return
    }
    const goesOn = from.reading === this.#reading
    const start: DecompressOptions = goesOn && from.restart !== undefined ? { from: from.restart } : {}
    const source = await openDump(file, start)
    const resume = goesOn && from.next !== undefined ? { resume: from.next } : {}
    const options = { ...resume, onTable: ({ name }: SqlTable) => this.#declared.add(name) }
    const task = `${isSecond ? 'rereading' : 'reading'} ${path.basename(file)}`
    for await (const { groups, chunk } of readSql(source, table => this.#select(table), options)) {
      this.#trail.add(chunk.restart)
      this.#batch.push(...groups)
      this.#batchBytes += chunk.data.length
      this.#consumed = chunk.consumed
      if (this.#batchBytes >= this.#context.batchBytes) await this.#flush()
      this.#progress.report({ task, done: chunk.consumed, total: source.size, unit: 'bytes', counts: this.#counts() })
    }
    await this.#flush()
    await this.#finishReading()
  }

  #select(table: SqlTable) {
    const mapping = mappings.get(table.name)
    if (mapping === undefined) return undefined
    if (this.#reading === 2) return this.#tables[table.name] === 'deferred' ? mapping.columns(table) : undefined
    const state = this.#tables[table.name] ?? (this.#isReady(mapping.needs(table)) ? 'open' : 'deferred')
    this.#tables[table.name] = state
    return state === 'deferred' ? undefined : mapping.columns(table)
  }

  #isReady(needs: readonly string[]): boolean {
    return needs.every(
      name =>
        (this.#tables[name] !== undefined && this.#tables[name] !== 'deferred') ||
        this.#all.some(({ progress }) => progress.tables[name] === 'done'),
    )
  }

  async #flush(): Promise<void> {
    const groups = this.#batch
    const last = groups.at(-1)
    this.#batch = []
    this.#batchBytes = 0
    if (last === undefined) return
    const summary = structuredClone(this.#file.summary)
    const proof = await proofAt(this.#file.file, this.#consumed)
    const progress = await this.#store.transaction(async tx => {
      for (const group of groups) await this.#storeGroup(tx, group, summary)
      const position: SqlProgress = {
        reading: this.#reading,
        next: last.next,
        restart: this.#trail.before(last.next.position),
        proof,
        tables: { ...this.#tables },
        declared: [...this.#declared],
      }
      await this.#write(tx, position, summary, false)
      return position
    })
    this.#file.progress = progress
    this.#file.summary = summary
  }

  async #storeGroup(tx: Writer, { table, rows, count }: SqlRows, summary: FileSummary): Promise<void> {
    const { name } = table
    if (name !== this.#current) await this.#enterTable(tx, name)
    const mapping = mappings.get(name)
    if (mapping === undefined) {
      if (this.#reading === 1) {
        addOutcome(summary.tables, name, count, {
          stored: 0,
          skipped: new Map([[ignored.get(name) ?? NOT_KNOWN, count]]),
        })
      }
    } else if (rows.length > 0) {
      addOutcome(summary.tables, name, count, await mapping.store(tx, rows, this.#context, table))
    }
  }

  async #enterTable(tx: Writer, name: string): Promise<void> {
    await this.#leaveTable(tx)
    this.#current = name
    const takesPart = this.#reading === 1 ? this.#tables[name] === 'open' : this.#tables[name] === 'deferred'
    if (takesPart) await refuseFilledTable(tx, name, this.#file.file)
  }

  async #leaveTable(tx: Writer): Promise<void> {
    const name = this.#current
    if (name === undefined) return
    const state = this.#tables[name]
    if ((this.#reading === 1 && state === 'open') || (this.#reading === 2 && state === 'deferred')) {
      await mappings.get(name)?.finish?.(tx, this.#context)
      this.#tables[name] = 'done'
    }
    this.#current = undefined
  }

  async #finishReading(): Promise<void> {
    const isLast = this.#reading === 2
    const position = await this.#store.transaction(async tx => {
      await this.#leaveTable(tx)
      const done: SqlProgress = { reading: 2, tables: { ...this.#tables }, declared: [...this.#declared] }
      await this.#write(tx, done, this.#file.summary, isLast)
      return done
    })
    this.#file.progress = position
    this.#file.finished = isLast
  }

  async #write(tx: Writer, position: SqlProgress, summary: FileSummary, finished: boolean): Promise<void> {
    await writeCheckpoint(tx, this.#context.clock, this.#file.source, 'sql', { position, summary, finished })
  }

  #counts(): Record<string, number> {
    let rows = 0
    for (const { read } of Object.values(this.#file.summary.tables)) rows += read
    return { rows }
  }
}
