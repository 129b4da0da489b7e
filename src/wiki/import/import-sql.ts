import path from 'node:path'
import type { Progress } from '#events/progress.ts'
import { compileWellWhenLong } from '#events/v8-settings.ts'
import type { Store, Writer } from '#store/store.ts'
import { prepareLookups } from './bulk/keep-lookups.ts'
import { openSource, writeCheckpoint } from './checkpoints.ts'
import type { ImportContext } from './context.ts'
import { requestDerivation } from './derive/derivation.ts'
import { type FileProof, proofAt } from './file-identity.ts'
import { type DecompressOptions, openDump, type RestartPoint } from './readers/decompress/decompress.ts'
import { RestartTrail } from './readers/decompress/restart-trail.ts'
import { detectFile } from './readers/detect.ts'
import { DumpError } from './readers/dump-error.ts'
import { readSql } from './readers/sql/read-sql.ts'
import type { SqlPosition, SqlRows } from './readers/sql/sql-scanner.ts'
import type { SqlTable } from './readers/sql/sql-table.ts'
import { addOutcome, type FileSummary } from './summary.ts'
import { ignored, NOT_KNOWN } from './tables/ignored.ts'
import { mappings } from './tables/index.ts'
import { refuseFilledTable } from './tables/refuse-filled.ts'
import { namingPlace } from './tables/refused-rows.ts'
import { tablePrefix, whyNotMediaWiki } from './tables/table-prefix.ts'

/** Progress within a file. Tables that depend on later ones are read in a second pass. */
interface SqlProgress {
  readonly reading: 1 | 2
  readonly next?: SqlPosition
  readonly restart?: RestartPoint
  readonly proof?: FileProof
  readonly tables: Readonly<Record<string, 'open' | 'done' | 'deferred'>>
  /** Tables the file declares, with or without rows. */
  readonly declared: readonly string[]
  /** Table prefix in the file; it is stripped from all table names. */
  readonly prefix: string
}

interface SqlFile {
  readonly file: string
  readonly source: string
  progress: SqlProgress
  summary: FileSummary
  finished: boolean
}

/**
 * Imports SQL dumps: complete ones, or one file per table in the given order. If they are `all` there is, they must
 * contain at least one MediaWiki table.
 */
export async function importSql(
  store: Store,
  paths: readonly string[],
  context: ImportContext,
  progress: Progress,
  all: boolean,
): Promise<FileSummary[]> {
  const heads = await Promise.all(paths.map(detectFile))
  const prefix = tablePrefix(heads.flatMap(({ tables }) => tables ?? []))
  const files: SqlFile[] = []
  for (const file of paths) files.push(await startFile(store, file, prefix))
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
    if (all) rejectForeignDumps(files)
  }
  return files.map(({ summary }) => summary)
}

function rejectForeignDumps(files: readonly SqlFile[]): void {
  const problem = whyNotMediaWiki(files.flatMap(({ progress }) => progress.declared))
  if (problem !== undefined) throw new DumpError(problem, { file: files.map(({ file }) => file).join(', ') })
}

async function startFile(store: Store, file: string, prefix: string): Promise<SqlFile> {
  const { name: source, known } = await openSource<SqlProgress, FileSummary>(store, file)
  const finished = known?.finished ?? false
  return {
    file,
    source,
    progress: known?.position ?? { reading: 1, tables: {}, declared: [], prefix },
    summary: { tables: {}, ...known?.summary, file, ...(finished && { alreadyImported: true }) },
    finished,
  }
}

/** One pass over one file. */
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
    const insert = file.progress.reading === reading ? file.progress.next?.insert : undefined
    this.#current = insert === undefined ? undefined : this.#nameOf(insert)
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
    const options = { ...resume, onTable: (table: SqlTable) => this.#declared.add(this.#nameOf(table)) }
    const task = `${isSecond ? 'rereading' : 'reading'} ${path.basename(file)}`
    for await (const { groups, chunk } of readSql(source, table => this.#select(table), options)) {
      this.#trail.add(chunk.restart)
      this.#batch.push(...groups)
      this.#batchBytes += chunk.data.length
      this.#consumed = chunk.consumed
      if (this.#batchBytes >= this.#context.batchBytes) await this.#flush()
      compileWellWhenLong()
      this.#progress.report({ task, done: chunk.consumed, total: source.size, unit: 'bytes', counts: this.#counts() })
    }
    await this.#flush()
    await this.#finishReading()
  }

  /**
   * A table name without the wiki's prefix. A table without the prefix belongs to something else, whatever its name.
   */
  #nameOf({ name }: { readonly name: string }): string {
    const { prefix } = this.#file.progress
    return name.startsWith(prefix) ? name.slice(prefix.length) : `(${name})`
  }

  #select(table: SqlTable) {
    const name = this.#nameOf(table)
    const mapping = mappings.get(name)
    if (mapping === undefined) return undefined
    if (this.#reading === 2) return this.#tables[name] === 'deferred' ? mapping.columns(table) : undefined
    const state = this.#tables[name] ?? (this.#isReady(mapping.needs(table)) ? 'open' : 'deferred')
    this.#tables[name] = state
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
        prefix: this.#file.progress.prefix,
      }
      await this.#write(tx, position, summary, false)
      return position
    })
    this.#file.progress = progress
    this.#file.summary = summary
  }

  async #storeGroup(tx: Writer, { table, rows, count, next }: SqlRows, summary: FileSummary): Promise<void> {
    const name = this.#nameOf(table)
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
      const place = {
        file: this.#file.file,
        position: next.position,
        unit: 'decompressed',
        inside: `table ${name}`,
      } as const
      const outcome = await namingPlace(place, () => mapping.store(tx, rows, this.#context, table))
      addOutcome(summary.tables, name, count, outcome)
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
      const { prefix } = this.#file.progress
      const done: SqlProgress = { reading: 2, tables: { ...this.#tables }, declared: [...this.#declared], prefix }
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
