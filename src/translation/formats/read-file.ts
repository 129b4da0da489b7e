// Reads and writes files without blocking the event loop.

import { ThreadError, ThreadPool } from '#events/threads.ts'
import { breathe, wantedSignal } from '#store/turn.ts'
import { type FileAnswer, type FileJob, type FileToRead, packs, parseFile, unpacked } from './file-work.ts'
import {
  defaultMaxUnits,
  type FileChanges,
  type FileFormat,
  type FileUnit,
  type ParsedFile,
  type ParseOptions,
} from './format.ts'
import { FormatError } from './format-error.ts'

/** Smaller files are read faster inline than in a thread. */
const AT_ONCE_BYTES = 64 * 1024

// One pool per process, since reading files needs no database. Idle threads end.
const pool = new ThreadPool<FileJob, FileAnswer>(new URL('./file-thread.ts', import.meta.url), { heapMegabytes: 1024 })

async function inThread(job: FileJob): Promise<Exclude<FileAnswer, { refused: unknown }>> {
  const answer = await pool.run(job, { signal: wantedSignal() }).catch(error => {
    if (!(error instanceof ThreadError) || error.isPassing) throw error
    throw new FormatError(`the file takes too long or too much memory to read (${error.message})`)
  })
  if ('refused' in answer) throw new FormatError(answer.refused.reason, answer.refused)
  return answer
}

const jobOf = (kind: Pick<FileFormat, 'id'>, content: Uint8Array, options: ParseOptions): FileToRead => ({
  kind: kind.id,
  content,
  options: { ...options, template: options.template && { layout: options.template.layout } },
})

/** Like `kind.parse`, but in a thread if the file is large. */
export async function readFile(
  kind: Pick<FileFormat, 'id'>,
  content: Uint8Array,
  options: ParseOptions = {},
): Promise<ParsedFile> {
  const job = jobOf(kind, content, options)
  const file = content.length <= AT_ONCE_BYTES ? await parseFile(job) : await readElsewhere(job)
  // Most readers stop earlier.
  const most = options.maxUnits ?? defaultMaxUnits
  if (file.units.length > most) throw new FormatError(`the file has more than ${most} strings, the maximum per file`)
  return file
}

async function readElsewhere(job: FileToRead): Promise<ParsedFile> {
  const answer = await inThread(job)
  if (!('file' in answer)) throw new Error('A file that was to be read was written.')
  const units: FileUnit[] = []
  for (const pack of answer.units) {
    for (const unit of unpacked<FileUnit>(pack)) units.push(unit)
    await breathe()
  }
  const write = (): never => {
    throw new Error('A file that was read in a thread is written with writeFile.')
  }
  return { ...answer.file, units, serialize: write }
}

/** Like `kind.parse(…).serialize(changes)`, but in a thread if the file is large. */
export async function writeFile(
  kind: Pick<FileFormat, 'id'>,
  content: Uint8Array,
  options: ParseOptions,
  changes: FileChanges,
): Promise<Uint8Array> {
  const job = jobOf(kind, content, options)
  const { update = [], add = [], remove = [], headers = {} } = changes
  if (content.length <= AT_ONCE_BYTES && update.length + add.length + remove.length < FEW_CHANGES)
    return (await parseFile(job)).serialize(changes)
  const packed = { update: await inPacks(update), add: await inPacks(add), remove: await inPacks(remove), headers }
  const answer = await inThread({ ...job, changes: packed })
  if (!('written' in answer)) throw new Error('A file that was to be written was read.')
  return answer.written
}

const FEW_CHANGES = 500

async function inPacks<Item>(items: readonly Item[]): Promise<Uint8Array[]> {
  const result: Uint8Array[] = []
  for (const pack of packs(items)) {
    result.push(pack)
    await breathe()
  }
  return result
}
