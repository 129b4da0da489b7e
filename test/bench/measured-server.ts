// A server in its own process that reports its CPU time.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import path from 'node:path'

export class MeasuredServer {
  readonly #child: ChildProcess
  readonly #agent = new Agent({ keepAlive: true })
  #port = 0

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async start(
    script: string,
    args: readonly string[],
    execArgv: readonly string[] = [],
  ): Promise<MeasuredServer> {
    const child = fork(path.resolve(import.meta.dirname, script), [...args], {
      execArgv: ['--disable-warning=ExperimentalWarning', ...execArgv],
    })
    const server = new MeasuredServer(child)
    server.#port = (await server.#nextMessage()).port!
    return server
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async #nextMessage(): Promise<{ port?: number; cpu?: number }> {
    const received = new AbortController()
    const { signal } = received
    try {
      const [message] = await Promise.race([
        once(this.#child, 'message', { signal }),
        once(this.#child, 'exit', { signal }).then(() => Promise.reject(new Error('The server process exited.'))),
      ])
      return message
    } finally {
      received.abort()
    }
  }

  /** CPU time so far, in microseconds. Not affected by other programs. */
  async cpu(): Promise<number> {
    this.#child.send('cpu')
    return (await this.#nextMessage()).cpu!
  }

  text(url: string): Promise<string> {
    return new Promise((resolve, reject) => {
      get({ port: this.#port, host: '127.0.0.1', path: url, agent: this.#agent }, response => {
        let body = ''
        response.setEncoding('utf8').on('data', part => {
          body += part
        })
        response.on('end', () => resolve(body))
      }).on('error', reject)
    })
  }

  /** Repeats a request over a few connections. */
  async load(url: string, requests: number, connections = 16): Promise<{ cpuPerRequest: number; perSecond: number }> {
    const [cpu, began] = [await this.cpu(), performance.now()]
    let left = requests
    const client = async () => {
      while (left-- > 0) await this.text(url)
    }
    await Promise.all(Array.from({ length: connections }, client))
    const seconds = (performance.now() - began) / 1000
    return { cpuPerRequest: ((await this.cpu()) - cpu) / requests, perSecond: requests / seconds }
  }

  async stop(): Promise<void> {
    this.#agent.destroy()
    const ended = once(this.#child, 'exit')
    this.#child.send('stop')
    await ended
  }
}

/** Runs in the server process: reports CPU time on request, and exits when told to. */
export function answerParent(port: number): void {
  process.on('message', message => {
    const { user, system } = process.cpuUsage()
    if (message === 'cpu') process.send!({ cpu: user + system })
    else if (message === 'stop') process.exit(0)
  })
  process.send!({ port })
}
