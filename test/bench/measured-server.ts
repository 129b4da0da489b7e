// A server in a process of its own that says what it costs.
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
    server.#port = (await server.#hear()).port!
    return server
  }

  async #hear(): Promise<{ port?: number; cpu?: number }> {
    const heard = new AbortController()
    const { signal } = heard
    try {
      const [message] = await Promise.race([
        once(this.#child, 'message', { signal }),
        once(this.#child, 'exit', { signal }).then(() => Promise.reject(new Error('The server has ended.'))),
      ])
      return message
    } finally {
      heard.abort()
    }
  }

  /** Processor time so far, in microseconds; what other programs do meanwhile does not count. */
  async #cpu(): Promise<number> {
    this.#child.send('cpu')
    return (await this.#hear()).cpu!
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

  /** Sends the same request many times over a few connections. */
  async load(url: string, requests: number, connections = 16): Promise<{ cpuPerRequest: number; perSecond: number }> {
    const [cpu, began] = [await this.#cpu(), performance.now()]
    let left = requests
    const client = async () => {
      while (left-- > 0) await this.text(url)
    }
    await Promise.all(Array.from({ length: connections }, client))
    const seconds = (performance.now() - began) / 1000
    return { cpuPerRequest: ((await this.#cpu()) - cpu) / requests, perSecond: requests / seconds }
  }

  async stop(): Promise<void> {
    this.#agent.destroy()
    const ended = once(this.#child, 'exit')
    this.#child.send('stop')
    await ended
  }
}

/** The other side: a server's process answers when it is asked for its costs, and ends when told. */
export function answerParent(port: number): void {
  process.on('message', message => {
    const { user, system } = process.cpuUsage()
    if (message === 'cpu') process.send!({ cpu: user + system })
    else if (message === 'stop') process.exit(0)
  })
  process.send!({ port })
}
