// Runs test files one by one in a copy of the project, and remembers what of the sources each executes.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { sources } from '../architecture/imports.ts'
import { isInLane } from '../lanes.ts'
import { type Executed, executedIn } from './executed.ts'

/** Null for a file that fails without any mutation, or is still unknown. */
interface Known {
  readonly seconds: number
  readonly executed: Executed | null
}

export class TestRuns {
  readonly #copy: string
  readonly #cache: string
  readonly #known = new Map<string, Known>()

  /** What was collected is kept per version of the sources and, below that, of the test file. */
  constructor(copy: string) {
    this.#copy = copy
    const program = sources.filter(file => !file.endsWith('.test.ts')).map(file => this.#text(file))
    this.#cache = path.join(tmpdir(), 'parlance-mutation-executed', hash(program.join('\0')))
    mkdirSync(this.#cache, { recursive: true })
  }

  /** Runs all unit tests of the sources whose executed parts are unknown. */
  async collect(): Promise<void> {
    const tests = ['src', 'test']
      .flatMap(folder => globSync(`${folder}/**/*.test.ts`, { cwd: this.#copy }))
      .map(file => file.replaceAll('\\', '/'))
      .filter(file => isInLane('plain', path.join(this.#copy, file)))
    const unknown = tests.filter(test => !existsSync(this.#entry(test)))
    if (unknown.length > 0) console.log(`collecting what ${unknown.length} of ${tests.length} test files execute`)
    await inParallel(unknown, test => this.#collectOne(test))
    for (const test of tests) this.#known.set(test, JSON.parse(readFileSync(this.#entry(test), 'utf8')) as Known)
    for (const [test, { executed }] of this.#known)
      if (executed === null) console.log(`fails without a mutation, so not used: ${test}`)
  }

  /** The test files that execute something, those in the same folder first, then the fastest. */
  thatExecute(file: string, isIt: (executed: Executed) => boolean): string[] {
    const folder = path.posix.dirname(file)
    const order = ([test, { seconds }]: [string, Known]) => seconds - (path.posix.dirname(test) === folder ? 1e6 : 0)
    return [...this.#known]
      .filter(([, { executed }]) => executed !== null && isIt(executed))
      .sort((a, b) => order(a) - order(b))
      .map(([test]) => test)
  }

  /** Whether any of the test files fails. Does not start the rest after a failure. */
  async anyFails(tests: readonly string[]): Promise<boolean> {
    let failed = false
    await inParallel(tests, async test => {
      // A mutation may cause an endless loop.
      const seconds = 60 + 5 * this.#known.get(test)!.seconds
      if (!failed && !(await this.#passes(test, {}, seconds))) failed = true
    })
    return failed
  }

  async #collectOne(test: string): Promise<void> {
    const folder = mkdtempSync(path.join(tmpdir(), 'parlance-executed-'))
    const begun = performance.now()
    const passes = await this.#passes(test, { NODE_V8_COVERAGE: folder }, 1200)
    const seconds = (performance.now() - begun) / 1000
    const known: Known = { seconds, executed: passes ? executedIn(folder, this.#copy) : null }
    writeFileSync(`${this.#entry(test)}.new`, JSON.stringify(known))
    renameSync(`${this.#entry(test)}.new`, this.#entry(test))
    rmSync(folder, { recursive: true, force: true })
  }

  #passes(test: string, env: NodeJS.ProcessEnv, seconds: number): Promise<boolean> {
    const child = spawn(process.execPath, ['--test-force-exit', test], {
      cwd: this.#copy,
      stdio: 'ignore',
      timeout: Math.ceil(seconds * 1000),
      env: { ...process.env, NODE_COMPILE_CACHE: path.join(this.#copy, '.cache'), ...env },
    })
    return new Promise(resolve => child.on('exit', code => resolve(code === 0)))
  }

  #text(file: string): string {
    return readFileSync(path.join(this.#copy, file), 'utf8')
  }

  #entry(test: string): string {
    return path.join(this.#cache, `${hash(test + this.#text(test))}.json`)
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
}
