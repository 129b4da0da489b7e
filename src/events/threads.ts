import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { MessageChannel, type MessagePort, parentPort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { THREAD_NURSERY_MB } from './v8-settings.ts'

/** Why the pool rejected or ended a job. */
export type ThreadRefusal = 'busy' | 'too long' | 'too much memory' | 'closed'

const sentences: Readonly<Record<ThreadRefusal, string>> = {
  busy: 'The server is busy. Try again in a few seconds.',
  'too long': 'The operation took too long and was cancelled.',
  'too much memory': 'The operation needed too much memory and was cancelled.',
  closed: 'The server is stopping.',
}

export class ThreadError extends Error {
  readonly reason: ThreadRefusal

  constructor(reason: ThreadRefusal) {
    super(sentences[reason])
    this.name = 'ThreadError'
    this.reason = reason
  }

  /** Whether a retry may succeed, later or on another server. */
  get isPassing(): boolean {
    return this.reason === 'busy' || this.reason === 'closed'
  }
}

export interface ThreadOptions {
  /** Maximum number of concurrent jobs. */
  readonly threads: number
  /** Maximum number of waiting jobs. */
  readonly waiting: number
  /** Heap limit of one thread. */
  readonly heapMegabytes: number
  /** Idle threads end after this time to release memory. */
  readonly idleMs: number
  /** Limit for the time a job waits for a thread, and for the CPU time it then uses. */
  readonly deadlineMs: number
}

/** On a busy machine, a job may take this many times its deadline in real time. */
const REAL_TIME_FACTOR = 3

const defaults: ThreadOptions = { threads: 2, waiting: 32, heapMegabytes: 512, idleMs: 5_000, deadlineMs: 60_000 }

interface RunOptions {
  /** Cancels the job, for example when the client disconnects. */
  readonly signal?: AbortSignal | undefined
  readonly deadlineMs?: number | undefined
  /** For background work: runs after urgent jobs and leaves them a thread. */
  readonly canWait?: boolean | undefined
  /** Answers what the job asks while it runs. */
  readonly answer?: Answerer | undefined
}

type Answerer = (question: unknown) => Promise<unknown>

/** Asks the thread that started the job, and waits for the answer without giving up control. */
export type Ask = (question: unknown) => unknown

/** Messages to and from a thread. */
interface ThreadJob {
  readonly input: unknown
  readonly questions?: Questions
}
interface Questions {
  readonly port: MessagePort
  /** 1 once an answer is there. */
  readonly answered: Int32Array<SharedArrayBuffer>
}
type Answer = { readonly value: unknown } | { readonly fault: ThreadFailure }
type ThreadAnswer = ({ readonly output: unknown } | { readonly failure: ThreadFailure }) & {
  /** CPU time of all jobs of the thread so far. */
  readonly processorMs: number
}
interface ThreadFailure {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
}

/** Makes the calling file the entry of a pool's threads. `work` runs one job at a time. */
export function answerJobs<Input, Output>(work: (input: Input, ask?: Ask) => Output | Promise<Output>): void {
  const port = parentPort!
  lowerPriority()
  const fail = (thrown: unknown): void => {
    const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown))
    port.postMessage({ failure: { name, message, stack }, processorMs: processorMs() } satisfies ThreadAnswer)
  }
  port.on('message', async ({ input, questions }: ThreadJob) => {
    try {
      const output = await work(input as Input, questions && askerOf(questions))
      port.postMessage({ output, processorMs: processorMs() } satisfies ThreadAnswer)
    } catch (thrown) {
      fail(thrown)
    } finally {
      questions?.port.close()
    }
  })
}

const askerOf =
  ({ port, answered }: Questions): Ask =>
  question => {
    Atomics.store(answered, 0, 0)
    port.postMessage(question)
    // A wake-up may belong to the previous answer: `answered` is set before waiters are notified.
    while (Atomics.load(answered, 0) === 0) Atomics.wait(answered, 0, 0)
    const { message } = receiveMessageOnPort(port) as { readonly message: Answer }
    if ('fault' in message) throw errorOf(message.fault)
    return message.value
  }

/** Answers the questions of a job, one at a time. */
function openQuestions(answer: Answerer): { readonly questions: Questions; readonly close: () => void } {
  const { port1, port2 } = new MessageChannel()
  const answered = new Int32Array(new SharedArrayBuffer(4))
  port1.on('message', async (question: unknown) => {
    const reply: Answer = await answer(question).then(
      value => ({ value }),
      (error: Error) => ({ fault: { name: error.name, message: error.message, stack: error.stack } }),
    )
    port1.postMessage(reply)
    Atomics.store(answered, 0, 1)
    Atomics.notify(answered, 0)
  })
  port1.unref()
  return { questions: { port: port2, answered }, close: () => port1.close() }
}

const processorMs = (): number => milliseconds(process.threadCpuUsage())
const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000

/** Priority below the thread that answers requests; the lowest is 19. */
const NICENESS = 5

/** Lets short requests run before the work of this thread. Only Linux has priorities per thread. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICENESS)
  } catch {
    // Without access to /proc, all threads keep the same priority.
  }
}

/** All thread pools of a process, one for each entry file. */
export class Threads {
  readonly #pools = new Map<string, ThreadPool<never, unknown>>()
  #closed = false

  /** The pool for a file, which must call `answerJobs`. The first call sets the options. */
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
  readonly answer: Answerer | undefined
  readonly settle: (answer: ThreadAnswer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Threads for work that would block the event loop. They start on demand and end when idle. Input and output are
 * copied. A job that is cancelled, takes too long or needs too much memory ends together with its thread.
 */
export class ThreadPool<Input, Output> {
  readonly #entry: URL
  readonly #options: ThreadOptions
  readonly #threads = new Set<Thread>()
  readonly #waiting = new Set<Job>()
  #closed = false

  constructor(entry: URL, options: Partial<ThreadOptions> = {}) {
    this.#entry = entry
    this.#options = { ...defaults, ...options }
  }

  /** Number of threads, including those that are ending. */
  get size(): number {
    return this.#threads.size
  }

  async run(input: Input, options: RunOptions = {}): Promise<Output> {
    const { signal, deadlineMs = this.#options.deadlineMs, canWait = false, answer } = options
    signal?.throwIfAborted()
    if (this.#closed) throw new ThreadError('closed')
    const isFull = this.#threads.size >= this.#options.threads && !this.#free()
    if (isFull && this.#waiting.size >= this.#options.waiting) throw new ThreadError('busy')

    const { promise, resolve, reject } = Promise.withResolvers<Output>()
    const settle = (answer: ThreadAnswer) =>
      'output' in answer ? resolve(answer.output as Output) : reject(errorOf(answer.failure))
    const job: Job = { input, canWait, answer, settle, reject }
    const abandon = () => this.#abandon(job, signal!.reason)
    signal?.addEventListener('abort', abandon, { once: true })
    const latest = performance.now() + REAL_TIME_FACTOR * deadlineMs
    const checkDeadline = async () => {
      const thread = [...this.#threads].find(each => each.job === job)
      const left = thread === undefined ? 0 : deadlineMs - (await thread.processorMs())
      if (left > 0 && performance.now() + left < latest) deadline = setTimeout(checkDeadline, left)
      else this.#abandon(job, new ThreadError(this.#waiting.has(job) ? 'busy' : 'too long'))
    }
    let deadline = setTimeout(checkDeadline, deadlineMs)
    this.#waiting.add(job)
    this.#next()
    try {
      return await promise
    } finally {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', abandon)
    }
  }

  /** Ends all threads immediately, including running jobs. */
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
      if (job.canWait && this.#deferrableLimitReached()) return
      const thread = this.#free() ?? this.#start()
      if (thread === undefined) return
      this.#waiting.delete(job)
      thread.take(job)
    }
  }

  /** Whether deferrable jobs already use all threads they may use. */
  #deferrableLimitReached(): boolean {
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
  /** CPU time of earlier jobs. */
  #processorBefore = 0
  #idle: NodeJS.Timeout | undefined
  #closeQuestions: (() => void) | undefined
  #ending: Promise<unknown> | undefined

  /** `changed` is called when the thread becomes free and when it has ended. */
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
      this.#rejectJob(new Error('A thread ended before its job was done.'))
      this.#changed(true)
    })
  }

  get job(): Job | null {
    return this.#job
  }

  get isFree(): boolean {
    return this.#job === null && this.#ending === undefined
  }

  /** CPU time of the current job so far. */
  async processorMs(): Promise<number> {
    try {
      return milliseconds(await this.#worker.cpuUsage()) - this.#processorBefore
    } catch {
      // The thread has just ended.
      return Number.POSITIVE_INFINITY
    }
  }

  take(job: Job): void {
    clearTimeout(this.#idle)
    this.#job = job
    this.#worker.ref()
    try {
      const open = job.answer && openQuestions(job.answer)
      this.#closeQuestions = open?.close
      if (open) this.#worker.postMessage({ input: job.input, questions: open.questions }, [open.questions.port])
      else this.#worker.postMessage({ input: job.input } satisfies ThreadJob)
    } catch (error) {
      // The input cannot be cloned.
      this.#rejectJob(error)
      this.#becomeIdle()
    }
  }

  /** The thread counts until it has really ended, because SQLite calls cannot be interrupted. */
  async end(reason: unknown): Promise<void> {
    this.#rejectJob(reason)
    this.#ending ??= this.#worker.terminate()
    await this.#ending
  }

  #answered(answer: ThreadAnswer): void {
    const job = this.#job
    this.#job = null
    this.#closeQuestions?.()
    this.#processorBefore = answer.processorMs
    job?.settle(answer)
    this.#becomeIdle()
    this.#changed(false)
  }

  #becomeIdle(): void {
    if (this.#job !== null || this.#ending !== undefined) return
    // An idle thread must not keep the process alive.
    this.#worker.unref()
    this.#idle = setTimeout(() => void this.end(new ThreadError('closed')), this.#idleMs).unref()
  }

  #rejectJob(reason: unknown): void {
    const job = this.#job
    this.#job = null
    this.#closeQuestions?.()
    job?.reject(reason)
  }
}

const reasonFor = (error: unknown): unknown =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadError('too much memory') : error

/** Recreates an error that was thrown in a thread. */
function errorOf({ name, message, stack }: ThreadFailure): Error {
  const error = new Error(message)
  error.name = name
  if (stack !== undefined) error.stack = stack
  return error
}
