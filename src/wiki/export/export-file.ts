import { createHash } from 'node:crypto'
import { access, type FileHandle, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** The export is not possible; the message says why. */
export class ExportError extends Error {}

/** Chunk size: text held in memory and compressed together. */
const PIECE = 1024 * 1024
/** Bytes between checkpoints. */
export const STRETCH = 4 * PIECE

const pack = promisify(gzip)

/** Compressed formats that this program cannot write. */
const FOREIGN = /\.(bz2|7z|xz|zst|zip|br)$/i

/** Destination of an export. If disposed before it is finished, it keeps what a later run needs to resume. */
export interface Output<State> extends AsyncDisposable {
  /** Checkpoint of an earlier run. */
  readonly known: State | undefined
  write(text: string): Promise<void>
  /** Saves a checkpoint: everything written so far belongs to `state`, and an interrupted export resumes from there. */
  reached(state: State): Promise<void>
  finish(): Promise<void>
}

/** Validates the target before any work is done. */
export async function checkTarget(target: string, overwrite: boolean): Promise<void> {
  if (target === '-') return
  const foreign = FOREIGN.exec(target)
  if (foreign) {
    const instead = `Use a file name ending in .xml or .xml.gz, or export to - and pipe the output into another program`
    throw new ExportError(`${target}: the format ${foreign[0].slice(1)} is not supported. ${instead}.`)
  }
  if (!overwrite && (await exists(target)))
    throw new ExportError(`${target} already exists. Choose another file, remove it, or use --overwrite.`)
}

/** Reopens an unfinished export with the same `wish`, or creates a new file. */
export async function openOutput<State>(
  target: string,
  wish: object,
  { stdout, stretch }: { readonly stdout: NodeJS.WritableStream; readonly stretch: number },
): Promise<Output<State>> {
  if (target === '-') return new PipeOutput(stdout)
  await mkdir(path.dirname(path.resolve(target)), { recursive: true })
  const digest = createHash('sha256').update(JSON.stringify(wish)).digest('hex')
  const note = await readNote<State>(`${target}.progress`, digest)
  const size = note === undefined ? -1 : await sizeOf(`${target}.part`)
  const goesOn = note !== undefined && size >= note.length
  const file = await open(`${target}.part`, goesOn ? 'r+' : 'w')
  if (goesOn) await file.truncate(note.length)
  return new FileOutput(target, file, digest, stretch, goesOn ? note : undefined)
}

/** The checkpoint stored beside an unfinished export. */
interface Note<State> {
  /** Digest of the options. */
  readonly digest: string
  /** Length of the file at the checkpoint in bytes. */
  readonly length: number
  readonly state: State
}

async function readNote<State>(file: string, digest: string): Promise<Note<State> | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const note = JSON.parse(text) as Note<State>
    return note.digest === digest ? note : undefined
  } catch {
    return undefined
  }
}

/**
 * A file that gets its final name when complete. Compressed output is a series of gzip members, which readers treat as
 * one, so it can be truncated at any checkpoint and continued.
 */
class FileOutput<State> implements Output<State> {
  readonly known: State | undefined
  readonly #target: string
  readonly #file: FileHandle
  readonly #digest: string
  readonly #stretch: number
  readonly #packs: boolean
  #waiting: string[] = []
  #waitingLength = 0
  #length: number
  #noted: number

  constructor(target: string, file: FileHandle, digest: string, stretch: number, note: Note<State> | undefined) {
    this.#target = target
    this.#file = file
    this.#digest = digest
    this.#stretch = stretch
    this.#packs = target.toLowerCase().endsWith('.gz')
    this.known = note?.state
    this.#length = note?.length ?? 0
    this.#noted = this.#length
  }

  async write(text: string): Promise<void> {
    this.#waiting.push(text)
    this.#waitingLength += text.length
    if (this.#waitingLength >= PIECE) await this.#flush()
  }

  async reached(state: State): Promise<void> {
    if (this.#length + this.#waitingLength - this.#noted < this.#stretch) return
    await this.#flush()
    await this.#file.sync()
    const note: Note<State> = { digest: this.#digest, length: this.#length, state }
    const aside = `${this.#target}.progress.new`
    await writeFile(aside, JSON.stringify(note), { flush: true })
    await rename(aside, `${this.#target}.progress`)
    this.#noted = this.#length
  }

  async finish(): Promise<void> {
    await this.#flush()
    await this.#file.sync()
    await this.#file.close()
    await rename(`${this.#target}.part`, this.#target)
    await rm(`${this.#target}.progress`, { force: true })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close()
  }

  async #flush(): Promise<void> {
    if (this.#waitingLength === 0) return
    const plain = Buffer.from(this.#waiting.join(''))
    this.#waiting = []
    this.#waitingLength = 0
    const bytes = this.#packs ? await pack(plain) : plain
    let at = 0
    while (at < bytes.length) {
      const { bytesWritten } = await this.#file.write(bytes, at, bytes.length - at, this.#length)
      at += bytesWritten
      this.#length += bytesWritten
    }
  }
}

/** Standard output: it cannot be rewound, so there are no checkpoints. */
class PipeOutput<State> implements Output<State> {
  readonly known = undefined
  readonly #stream: NodeJS.WritableStream
  #failure: Error | undefined

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream
    // The receiving program may exit before the export ends.
    stream.on('error', error => {
      this.#failure = error
    })
  }

  async write(text: string): Promise<void> {
    await new Promise<void>((done, fail) => {
      if (this.#failure) fail(this.#failure)
      else this.#stream.write(text, error => (error ? fail(error) : done()))
    })
  }

  async reached(): Promise<void> {}
  async finish(): Promise<void> {}
  async [Symbol.asyncDispose](): Promise<void> {}
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => -1,
  )
