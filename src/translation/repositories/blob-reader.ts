// Reads many files of a repository with a single git process.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { environmentOf, type GitRun, NO_GIT } from './git.ts'
import { RepositoryError } from './repository-error.ts'

const IDLE_MS = 1000
const NEWLINE = 0x0a

interface Request {
  readonly blob: string
  readonly resolve: (content: Buffer) => void
  readonly reject: (error: Error) => void
}

export class BlobReader {
  readonly #run: GitRun
  readonly #mostBytes: number
  #child: ChildProcessWithoutNullStreams | undefined
  #idle: NodeJS.Timeout | undefined
  readonly #waiting: Request[] = []
  /** State of the current response: its header line, then its content. */
  #header = ''
  #size: number | undefined
  #left = 0
  #parts: Buffer[] = []

  constructor(run: GitRun, mostBytes: number) {
    this.#run = run
    this.#mostBytes = mostBytes
  }

  read(blob: string): Promise<Buffer> {
    if (this.#run.signal?.aborted)
      return Promise.reject(new RepositoryError('failed', 'The repository operation was cancelled.'))
    clearTimeout(this.#idle)
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    this.#waiting.push({ blob, resolve, reject })
    this.#child ??= this.#start()
    this.#child.stdin.write(`${blob}\n`)
    return promise
  }

  /** Ends the process; the next read starts a new one. */
  close(): void {
    clearTimeout(this.#idle)
    this.#child?.stdin.end()
    this.#child = undefined
  }

  #start(): ChildProcessWithoutNullStreams {
    const { signal } = this.#run
    const child = spawn('git', ['cat-file', '--batch'], {
      cwd: '/',
      env: environmentOf(this.#run),
      killSignal: 'SIGKILL' as const,
      ...(signal && { signal }),
    })
    child.stdin.on('error', () => {})
    child.stderr.resume()
    child.stdout.on('data', (chunk: Buffer) => this.#take(chunk))
    const ended = (error?: NodeJS.ErrnoException): void => {
      if (this.#child === child) this.#child = undefined
      this.#forget()
      const kind = error?.code === 'ENOENT' ? 'no git' : 'failed'
      const reason = kind === 'no git' ? NO_GIT : 'The repository operation was cancelled.'
      for (const { reject } of this.#waiting.splice(0)) reject(new RepositoryError(kind, reason))
    }
    child.on('error', ended)
    child.on('close', () => {
      if (this.#child === child || this.#child === undefined) ended()
    })
    return child
  }

  #forget(): void {
    this.#header = ''
    this.#size = undefined
    this.#parts = []
  }

  #take(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#size === undefined) {
        const end = chunk.indexOf(NEWLINE, at)
        this.#header += chunk.toString('latin1', at, end === -1 ? chunk.length : end)
        if (end === -1) return
        at = end + 1
        this.#begin()
      } else {
        const end = Math.min(chunk.length, at + this.#left)
        // Skip the content of a file that is too large.
        if (this.#size <= this.#mostBytes) this.#parts.push(chunk.subarray(at, end))
        this.#left -= end - at
        at = end
        if (this.#left === 0) this.#end()
      }
    }
  }

  #begin(): void {
    const [, size] = /^[0-9a-f]+ blob (\d+)$/.exec(this.#header) ?? []
    if (size === undefined) {
      const { reject } = this.#waiting.shift()!
      this.#forget()
      reject(new RepositoryError('failed', 'git failed: a file is missing in the local copy of the repository.'))
      return
    }
    this.#size = Number(size)
    // A line break follows the content.
    this.#left = this.#size + 1
  }

  #end(): void {
    const { resolve, reject } = this.#waiting.shift()!
    const size = this.#size!
    const content = Buffer.concat(this.#parts).subarray(0, size)
    this.#forget()
    if (this.#waiting.length === 0) this.#idle = setTimeout(() => this.close(), IDLE_MS).unref()
    if (size > this.#mostBytes)
      reject(new RepositoryError('limit', 'A file of the repository is larger than this server allows.'))
    else resolve(content)
  }
}
