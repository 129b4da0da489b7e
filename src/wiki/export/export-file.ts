import { createHash } from 'node:crypto'
import { access, type FileHandle, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** What is asked for cannot be exported; the message says why. */
export class ExportError extends Error {}

/** Text goes out in pieces of this size: what is kept in memory, and what is compressed at once. */
const PIECE = 1024 * 1024
/** Bytes after which it is worth noting how far an export has come. */
export const STRETCH = 4 * PIECE

const pack = promisify(gzip)

/** Endings of compressed files that other programs must write: nothing in this one can. */
const FOREIGN = /\.(bz2|7z|xz|zst|zip|br)$/i

/** Where an export goes, text piece by piece. Disposed of before it is finished, it leaves what a later run goes on with. */
export interface Output<State> extends AsyncDisposable {
  /** How far an earlier run has come. */
  readonly known: State | undefined
  write(text: string): Promise<void>
  /** Everything so far belongs to `state`: an export that is interrupted later goes on from there. */
  reached(state: State): Promise<void>
  finish(): Promise<void>
}

/** Complains before any work is done. */
export async function checkTarget(target: string, overwrite: boolean): Promise<void> {
  if (target === '-') return
  const foreign = FOREIGN.exec(target)
  if (foreign) {
    const instead = `Export to a name that ends in .xml or .xml.gz, or to - and pipe it into a program that can`
    throw new ExportError(`${target}: ${foreign[0].slice(1)} is not written here. ${instead}.`)
  }
  if (!overwrite && (await exists(target)))
    throw new ExportError(`${target} is there already. Name another file, remove it, or give --overwrite.`)
}

/** Opens what a run with the same `wish` left unfinished, or a new file. */
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

/** What lies beside an unfinished export. */
interface Note<State> {
  /** Of what was asked for. */
  readonly digest: string
  /** Bytes of the file that belong to the state. */
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
 * A file that gets its name when it is whole. Compressed, it is many gzip streams one behind the other, which every reader
 * takes for one: so it can be cut at any noted place and written on.
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

/** Into another program: what went there cannot be taken back, so nothing is noted. */
class PipeOutput<State> implements Output<State> {
  readonly known = undefined
  readonly #stream: NodeJS.WritableStream
  #failure: Error | undefined

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream
    // The other program may end before the export does.
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
