// Runs test files one by one in a copy of the project, and remembers what of the sources each executes.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sources } from '../architecture/imports.ts'
import { isInLane } from '../lanes.ts'
import { type Executed, executedIn } from './executed.ts'
import { Nearness } from './nearness.ts'

/** Most mutations are noticed by one of the nearest tests. */
const NEAR = 4

interface Known {
  readonly seconds: number
  /** Null for a test file that fails without any mutation. */
  readonly executed: Executed | null
}

export interface Failure {
  readonly test: string
  /** The change probably caused an endless loop. */
  readonly isTimeout: boolean
}

type Result = 'passed' | 'failed' | 'timed out'

export class TestRuns {
  readonly #copy: string
  readonly #workers: number
  readonly #cache: string
  readonly #tests: readonly string[]
  readonly #nearness: Nearness
  readonly #known = new Map<string, Known>()

  /** What was collected is kept per version of the sources and, below that, of the test file. */
  constructor(copy: string, workers: number) {
    this.#copy = copy
    this.#workers = workers
    const program = sources.filter(file => !file.endsWith('.test.ts')).map(file => this.#text(file))
    this.#cache = path.join(tmpdir(), 'parlance-mutation-executed', hash(program.join('\0')))
    mkdirSync(this.#cache, { recursive: true })
    this.#nearness = new Nearness(file => (existsSync(path.join(copy, file)) ? this.#text(file) : undefined))
    this.#tests = ['src', 'test']
      .flatMap(folder => globSync(`${folder}/**/*.test.ts`, { cwd: copy }))
      .map(file => file.replaceAll('\\', '/'))
      .filter(file => isInLane('plain', path.join(copy, file)))
    for (const test of this.#tests)
      if (existsSync(this.#entry(test)))
        this.#known.set(test, JSON.parse(readFileSync(this.#entry(test), 'utf8')) as Known)
  }

  /** Test files that execute something, among the nearest few that load the file. Looks at a few at a time. */
  async *near(file: string, isIt: (executed: Executed) => boolean): AsyncGenerator<string[]> {
    const nearest = this.#nearness.nearestFirst(file, this.#tests).slice(0, NEAR)
    for (let i = 0; i < nearest.length; i += this.#workers) {
      const next = nearest.slice(i, i + this.#workers)
      await this.#collect(next)
      yield next.filter(test => this.#executes(test, isIt))
    }
  }

  /** At least `enough` test files that execute something, if there are as many; the fastest of those already known first. */
  async all(file: string, isIt: (executed: Executed) => boolean, enough: number): Promise<string[]> {
    const candidates = this.#nearness.nearestFirst(file, this.#tests)
    const seconds = (test: string) => this.#known.get(test)!.seconds
    const known = candidates.filter(test => this.#known.has(test)).sort((a, b) => seconds(a) - seconds(b))
    const unknown = candidates.filter(test => !this.#known.has(test))
    const found = known.filter(test => this.#executes(test, isIt))
    while (found.length < enough && unknown.length > 0) {
      const next = unknown.splice(0, this.#workers)
      await this.#collect(next)
      found.push(...next.filter(test => this.#executes(test, isIt)))
    }
    return found
  }

  /** Does not start the rest of the test files after a failure. */
  async firstFailure(tests: readonly string[]): Promise<Failure | null> {
    let failure: Failure | null = null
    await inParallel(tests, this.#workers, async test => {
      if (failure !== null) return
      const result = await this.#run(test, {}, 20 + 3 * this.#known.get(test)!.seconds)
      if (result !== 'passed') failure ??= { test, isTimeout: result === 'timed out' }
    })
    return failure
  }

  #executes(test: string, isIt: (executed: Executed) => boolean): boolean {
    const executed = this.#known.get(test)?.executed
    return executed != null && isIt(executed)
  }

  async #collect(tests: readonly string[]): Promise<void> {
    const unknown = tests.filter(test => !this.#known.has(test))
    await inParallel(unknown, this.#workers, async test => {
      const known = await this.#collectOne(test)
      this.#known.set(test, known)
      if (known.executed === null) console.log(`fails without a mutation, so not used: ${test}`)
      else this.#keep(test, known)
    })
  }

  async #collectOne(test: string): Promise<Known> {
    const folder = mkdtempSync(path.join(tmpdir(), 'parlance-executed-'))
    const begun = performance.now()
    const result = await this.#run(test, { NODE_V8_COVERAGE: folder }, 1200)
    const seconds = (performance.now() - begun) / 1000
    const executed = result === 'passed' ? executedIn(folder, this.#copy) : null
    rmSync(folder, { recursive: true, force: true })
    return { seconds, executed }
  }

  /** Failures are not kept: the next run tries again. */
  #keep(test: string, known: Known): void {
    writeFileSync(`${this.#entry(test)}.new`, JSON.stringify(known))
    renameSync(`${this.#entry(test)}.new`, this.#entry(test))
  }

  #run(test: string, env: NodeJS.ProcessEnv, seconds: number): Promise<Result> {
    const child = spawn(process.execPath, ['--test-force-exit', test], {
      cwd: this.#copy,
      stdio: 'ignore',
      timeout: Math.ceil(seconds * 1000),
      env: { ...process.env, NODE_COMPILE_CACHE: path.join(this.#copy, '.cache'), ...env },
    })
    return new Promise(resolve =>
      child.on('exit', code => resolve(code === 0 ? 'passed' : child.killed ? 'timed out' : 'failed')),
    )
  }

  #text(file: string): string {
    return readFileSync(path.join(this.#copy, file), 'utf8')
  }

  #entry(test: string): string {
    return path.join(this.#cache, `${hash(test + this.#text(test))}.json`)
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

async function inParallel<T>(items: readonly T[], workers: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: workers }, worker))
}
