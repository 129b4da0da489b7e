// Memory of the whole program: after startup, peak under load, and at rest afterwards.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, globSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mixedRequests } from './mixed-requests.ts'
import { numberAfter, print, type Row } from './report.ts'
import { inTemporaryFolder } from './temporary.ts'

const PROGRAM = path.join(import.meta.dirname, '..', '..', 'bin', 'parlance.js')
const CONNECTIONS = 16
/** Long enough for the server to notice that it is idle. */
const REST_MS = 12_000
const POLL_MS = 200

/** `--requests N` per number of workers, default 6,000. */
export async function bench(args: readonly string[]): Promise<void> {
  const requests = numberAfter(args, '--requests', 6000)
  const rows: Row[] = []
  for (const workers of new Set([1, 2, availableParallelism()]))
    await inTemporaryFolder(async folder => {
      // A copy, because file pages are divided among all processes that map them, and others run this Node.js too.
      const node = path.join(folder, 'node')
      copyFileSync(process.execPath, node)
      for (const start of ['first', 'second']) {
        const server = await Server.start(node, path.join(folder, 'data'), workers)
        const what = { workers, start }
        rows.push({ ...what, when: 'ready', ...server.memory() })
        await sleep(REST_MS)
        rows.push({ ...what, when: 'at rest', ...server.memory() })
        if (start === 'second') rows.push(...(await underLoad(server, requests)).map(row => ({ ...what, ...row })))
        await server.stop()
      }
    })
  print('memory', rows)
}

async function underLoad(server: Server, requests: number): Promise<Row[]> {
  let most = server.memory()
  const timer = setInterval(() => {
    const now = server.memory()
    if (now['sum MB'] > most['sum MB']) most = now
  }, POLL_MS)
  await server.load(requests)
  clearInterval(timer)
  const after = server.memory()
  await sleep(REST_MS)
  return [
    { when: 'peak under load', ...most },
    { when: `after ${requests} requests`, ...after },
    { when: 'at rest again', ...server.memory() },
  ]
}

class Server {
  readonly #child: ChildProcess
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  #port = 0

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async start(node: string, data: string, workers: number): Promise<Server> {
    const options = ['--sample', '--data', data, '--port', '0', '--workers', String(workers), '--log-level', 'error']
    // Extra certificates of this machine would take 3 MB in each process.
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: undefined, NODE_COMPILE_CACHE: undefined }
    const child = spawn(node, [PROGRAM, 'serve', ...options], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const server = new Server(child)
    let output = ''
    for await (const text of child.stdout!.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      output += text
      if (output.includes('Ctrl-C to stop')) break
    }
    child.stdout!.resume()
    server.#port = Number(/:(\d+)\/api\.php/.exec(output)?.[1])
    // The other workers start once the first one is ready.
    while (server.#processes().length < (workers === 1 ? 1 : workers + 1)) await sleep(POLL_MS)
    await sleep(1000)
    return server
  }

  #processes(): number[] {
    const pid = this.#child.pid!
    const children = globSync(`/proc/${pid}/task/*/children`).flatMap(file => readFileSync(file, 'utf8').split(' '))
    return [pid, ...children.filter(text => text.trim() !== '').map(Number)]
  }

  /** Proportional set size, which counts shared memory only once. */
  memory() {
    const each = this.#processes().map(pid => {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      return Number(/^Pss:\s+(\d+)/m.exec(rollup)![1]) / 1024
    })
    const [first = 0, ...others] = each
    return {
      'first MB': Math.round(first),
      'others MB': others.map(Math.round).join(' + '),
      'sum MB': Math.round(each.reduce((a, b) => a + b, 0)),
    }
  }

  async load(requests: number): Promise<void> {
    let left = requests
    const client = async () => {
      while (left > 0) await this.#get(mixedRequests[left-- % mixedRequests.length]!)
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, client))
  }

  #get(url: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const headers = { 'accept-encoding': 'gzip' }
      request({ port: this.#port, host: '127.0.0.1', path: url, agent: this.#agent, headers }, response => {
        if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
        response.resume().on('end', resolve)
      })
        .on('error', reject)
        .end()
    })
  }

  async stop(): Promise<void> {
    this.#agent.destroy()
    const ended = once(this.#child, 'exit')
    this.#child.kill()
    await ended
  }
}
