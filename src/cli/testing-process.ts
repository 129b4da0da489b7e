// For tests and benchmarks: runs the program as a user would.
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..')
/** bin/run.js has built it from the current sources. */
export const builtProgram = path.join(root, 'dist', 'main.js')

export interface Outcome {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly input?: string
  readonly env?: Record<string, string>
  readonly cwd?: string
  /** Another build to run. */
  readonly program?: string
}

/** The environment without the settings of the machine that runs the tests. */
const cleanEnv = (): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PARLANCE_|NODE_TEST)/.test(name)))

/** Processes that are still running. The caller must end them. */
export const running = new Set<ChildProcess>()

export function spawnParlance(args: readonly string[], options: RunOptions = {}): ChildProcess {
  const child = spawn(process.execPath, [options.program ?? builtProgram, ...args], {
    cwd: options.cwd ?? root,
    env: { ...cleanEnv(), ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.add(child)
  child.on('exit', () => running.delete(child))
  child.stdin!.on('error', () => {})
  return child
}

/** Collects the output and the exit code of a child. */
export async function outcome(child: ChildProcess, input = ''): Promise<Outcome> {
  const text = { out: '', err: '' }
  child.stdout!.setEncoding('utf8').on('data', data => {
    text.out += data
  })
  child.stderr!.setEncoding('utf8').on('data', data => {
    text.err += data
  })
  child.stdin!.end(input)
  const code = await new Promise<number | null>(resolve => child.on('close', resolve))
  return { code, ...text }
}

export const parlance = (args: readonly string[], options: RunOptions = {}): Promise<Outcome> =>
  outcome(spawnParlance(args, options), options.input)

export interface TestServer {
  readonly url: string
  readonly child: ChildProcess
  /** Its output so far. */
  readonly output: { out: string; err: string }
  readonly ended: Promise<number | null>
}

/** Starts `serve` on a free port and waits until it is ready. */
export async function startServer(args: readonly string[], options: RunOptions = {}): Promise<TestServer> {
  const env = { PARLANCE_LOG_LEVEL: 'error', ...options.env }
  const child = spawnParlance(['serve', '--port', '0', ...args], { ...options, env })
  const output = { out: '', err: '' }
  const ended = new Promise<number | null>(resolve => child.on('close', code => resolve(code)))
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr!.setEncoding('utf8').on('data', data => {
      output.err += data
    })
    child.stdout!.setEncoding('utf8').on('data', data => {
      output.out += data
      const address = /Front page +(\S+)\/\n[\s\S]*Ctrl-C to stop/.exec(output.out)?.[1]
      if (address) resolve(address)
    })
    void ended.then(code => reject(new Error(`serve ended with ${code} before it was ready: ${output.err}`)))
  })
  return { url, child, output, ended }
}
