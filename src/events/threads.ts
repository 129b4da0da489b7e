import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort, Worker } from 'node:worker_threads'
import { THREAD_NURSERY_MB } from './v8-settings.ts'

/** Why work in a thread came to nothing, apart from its own mistakes. */
export type ThreadRefusal = 'busy' | 'too long' | 'too much memory' | 'closed'

const sentences: Readonly<Record<ThreadRefusal, string>> = {
  busy: 'Too much work is waiting already; try again in a few seconds.',
  'too long': 'The work took longer than it may.',
  'too much memory': 'The work needed more memory than it may have.',
  closed: 'The server is stopping.',
}

export class ThreadError extends Error {
  readonly reason: ThreadRefusal

  constructor(reason: ThreadRefusal) {
    super(sentences[reason])
    this.name = 'ThreadError'
    this.reason = reason
  }

  /** The same may succeed a little later, or at another server. */
  get isPassing(): boolean {
    return this.reason === 'busy' || this.reason === 'closed'
  }
}

export interface ThreadOptions {
  /** How many jobs run at once. */
  readonly threads: number
  /** How many more may wait for their turn. */
  readonly waiting: number
  /** What the objects of one thread may take. */
  readonly heapMegabytes: number
  /** A thread that has had nothing to do for so long gives its memory back. */
  readonly idleMs: number
  /** How long a job may wait for a thread, and then how much of the processor it may have. */
  readonly deadlineMs: number
}

/** So many times its deadline a job may take on a machine that has little of its processor left for it. */
const PATIENCE = 3

const usual: ThreadOptions = { threads: 2, waiting: 32, heapMegabytes: 512, idleMs: 5_000, deadlineMs: 60_000 }

interface RunOptions {
  /** Ends the work when whoever asked for it is gone. */
  readonly signal?: AbortSignal | undefined
  readonly deadlineMs?: number | undefined
  /** Nobody waits for it: it goes after all that somebody waits for, and leaves them a thread. */
  readonly canWait?: boolean | undefined
}

/** What goes to a thread, and what comes back. */
interface ThreadJob {
  readonly input: unknown
}
type ThreadAnswer = ({ readonly output: unknown } | { readonly failure: ThreadFailure }) & {
  /** Of all jobs of the thread so far. */
  readonly processorMs: number
}
interface ThreadFailure {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
}

/** Makes the file that calls it the entry of a pool's threads: `work` does one job after the other. */
export function answerJobs<Input, Output>(work: (input: Input) => Output | Promise<Output>): void {
  const port = parentPort!
  yieldToOthers()
  const fail = (thrown: unknown): void => {
    const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown))
    port.postMessage({ failure: { name, message, stack }, processorMs: processorMs() } satisfies ThreadAnswer)
  }
  port.on('message', async ({ input }: ThreadJob) => {
    try {
      const output = await work(input as Input)
      port.postMessage({ output, processorMs: processorMs() } satisfies ThreadAnswer)
    } catch (thrown) {
      fail(thrown)
    }
  })
}

const processorMs = (): number => milliseconds(process.threadCpuUsage())
const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000

/** How far behind the thread that answers requests; 19 would be as far as it goes. */
const NICENESS = 5

/** Whoever waits for an answer of a few milliseconds goes before the work of this thread. Linux has priorities for threads. */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICENESS)
  } catch {
    // A system that hides its threads runs them all alike.
  }
}

/** All threads of a process, a pool for each file that has something to do in them. */
export class Threads {
  readonly #pools = new Map<string, ThreadPool<never, unknown>>()
  #closed = false

  /** The pool for a file, which must call `answerJobs`. Its first caller says how it is to be. */
  pool<Input, Output>(entry: URL, options: Partial<ThreadOptions> = {}): ThreadPool<Input, Output> {
    let pool = this.#pools.get(entry.href)
    if (pool === undefined) {
      pool = new ThreadPool<never, unknown>(entry, options)
      if (this.#closed) void pool.close()
      this.#pools.set(entry.href, pool)
    }
    return pool as ThreadPool<Input, Output>
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#pools.values()].map(pool => pool.close()))
  }
}

interface Job {
  readonly input: unknown
  readonly canWait: boolean
  readonly settle: (answer: ThreadAnswer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Threads for work that would hold up everybody else. They start with the first work and end when there is none. Input and
 * output are copied. Work that is no longer wanted, takes too long or needs too much memory ends with its thread.
 */
export class ThreadPool<Input, Output> {
  readonly #entry: URL
  readonly #options: ThreadOptions
  readonly #threads = new Set<Thread>()
  readonly #waiting = new Set<Job>()
  #closed = false

  constructor(entry: URL, options: Partial<ThreadOptions> = {}) {
    this.#entry = entry
    this.#options = { ...usual, ...options }
  }

  /** How many threads there are just now, those that are about to end included. */
  get size(): number {
    return this.#threads.size
  }

  async run(input: Input, options: RunOptions = {}): Promise<Output> {
    const { signal, deadlineMs = this.#options.deadlineMs, canWait = false } = options
    signal?.throwIfAborted()
    if (this.#closed) throw new ThreadError('closed')
    const isFull = this.#threads.size >= this.#options.threads && !this.#free()
    if (isFull && this.#waiting.size >= this.#options.waiting) throw new ThreadError('busy')

    const { promise, resolve, reject } = Promise.withResolvers<Output>()
    const settle = (answer: ThreadAnswer) =>
      'output' in answer ? resolve(answer.output as Output) : reject(errorOf(answer.failure))
    const job: Job = { input, canWait, settle, reject }
    const abandon = () => this.#abandon(job, signal!.reason)
    signal?.addEventListener('abort', abandon, { once: true })
    const latest = performance.now() + PATIENCE * deadlineMs
    const look = async () => {
      const thread = [...this.#threads].find(each => each.job === job)
      const left = thread === undefined ? 0 : deadlineMs - (await thread.processorMs())
      if (left > 0 && performance.now() + left < latest) deadline = setTimeout(look, left)
      else this.#abandon(job, new ThreadError(this.#waiting.has(job) ? 'busy' : 'too long'))
    }
    let deadline = setTimeout(look, deadlineMs)
    this.#waiting.add(job)
    this.#next()
    try {
      return await promise
    } finally {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', abandon)
    }
  }

  /** Ends all threads at once, whatever they are at. */
  async close(): Promise<void> {
    this.#closed = true
    for (const { reject } of this.#waiting) reject(new ThreadError('closed'))
    this.#waiting.clear()
    await Promise.all([...this.#threads].map(thread => thread.end(new ThreadError('closed'))))
  }

  #free(): Thread | undefined {
    for (const thread of this.#threads) if (thread.isFree) return thread
    return undefined
  }

  #next(): void {
    const byUrgency = [...this.#waiting].sort((a, b) => Number(a.canWait) - Number(b.canWait))
    for (const job of byUrgency) {
      if (job.canWait && this.#mustBeLeftFree()) return
      const thread = this.#free() ?? this.#start()
      if (thread === undefined) return
      this.#waiting.delete(job)
      thread.take(job)
    }
  }

  /** Whether what can wait has as many threads as it may have. */
  #mustBeLeftFree(): boolean {
    const taken = [...this.#threads].filter(({ job }) => job?.canWait).length
    return taken >= Math.max(1, this.#options.threads - 1)
  }

  #start(): Thread | undefined {
    if (this.#threads.size >= this.#options.threads) return undefined
    const thread: Thread = new Thread(this.#entry, this.#options, isGone => {
      if (isGone) this.#threads.delete(thread)
      this.#next()
    })
    this.#threads.add(thread)
    return thread
  }

  #abandon(job: Job, reason: unknown): void {
    job.reject(reason)
    if (this.#waiting.delete(job)) return
    for (const thread of this.#threads) if (thread.job === job) void thread.end(reason)
  }
}

class Thread {
  readonly #worker: Worker
  readonly #idleMs: number
  readonly #changed: (isGone: boolean) => void
  #job: Job | null = null
  /** What its earlier jobs took. */
  #processorBefore = 0
  #idle: NodeJS.Timeout | undefined
  #ending: Promise<unknown> | undefined

  /** `changed` is called when the thread is free again, and when it is gone. */
  constructor(entry: URL, { heapMegabytes, idleMs }: ThreadOptions, changed: (isGone: boolean) => void) {
    this.#idleMs = idleMs
    this.#changed = changed
    const resourceLimits = { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: THREAD_NURSERY_MB }
    this.#worker = new Worker(entry, { resourceLimits })
    this.#worker.on('message', (answer: ThreadAnswer) => this.#answered(answer))
    this.#worker.on('messageerror', error => void this.end(error))
    this.#worker.on('error', error => void this.end(reasonFor(error)))
    this.#worker.on('exit', () => {
      clearTimeout(this.#idle)
      this.#leave(new Error('A thread ended before its work was done.'))
      this.#changed(true)
    })
  }

  get job(): Job | null {
    return this.#job
  }

  get isFree(): boolean {
    return this.#job === null && this.#ending === undefined
  }

  /** What its job has had of the processor so far. */
  async processorMs(): Promise<number> {
    try {
      return milliseconds(await this.#worker.cpuUsage()) - this.#processorBefore
    } catch {
      // It has just ended.
      return Number.POSITIVE_INFINITY
    }
  }

  take(job: Job): void {
    clearTimeout(this.#idle)
    this.#job = job
    this.#worker.ref()
    try {
      this.#worker.postMessage({ input: job.input } satisfies ThreadJob)
    } catch (error) {
      // It cannot be copied, which is its caller's mistake.
      this.#leave(error)
      this.#rest()
    }
  }

  /** The thread counts until it is really gone: what runs inside SQLite cannot be cut short. */
  async end(reason: unknown): Promise<void> {
    this.#leave(reason)
    this.#ending ??= this.#worker.terminate()
    await this.#ending
  }

  #answered(answer: ThreadAnswer): void {
    const job = this.#job
    this.#job = null
    this.#processorBefore = answer.processorMs
    job?.settle(answer)
    this.#rest()
    this.#changed(false)
  }

  #rest(): void {
    if (this.#job !== null || this.#ending !== undefined) return
    // A process that has nothing else to do may end.
    this.#worker.unref()
    this.#idle = setTimeout(() => void this.end(new ThreadError('closed')), this.#idleMs).unref()
  }

  #leave(reason: unknown): void {
    const job = this.#job
    this.#job = null
    job?.reject(reason)
  }
}

const reasonFor = (error: unknown): unknown =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadError('too much memory') : error

/** The error as it was thrown in the thread, as far as it can be told from outside. */
function errorOf({ name, message, stack }: ThreadFailure): Error {
  const error = new Error(message)
  error.name = name
  if (stack !== undefined) error.stack = stack
  return error
}
