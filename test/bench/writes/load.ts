// Writers over HTTP: each keeps one connection and sends its next write as soon as the last is acknowledged.
import { Agent, request } from 'node:http'

/** A write: where it goes, and its form or JSON body. */
export interface Write {
  readonly method: 'POST' | 'PATCH'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Rate {
  readonly perSecond: number
  /** Milliseconds. */
  readonly median: number
  readonly p99: number
  readonly failed: number
}

/**
 * Runs this many writers concurrently for some seconds, after a shorter warm-up, or for a number of writes. `next` makes
 * the next write of a writer.
 */
export async function measureWrites(
  url: string,
  writers: number,
  { seconds = Number.POSITIVE_INFINITY, writes = Number.POSITIVE_INFINITY }: { seconds?: number; writes?: number },
  next: (writer: number, turn: number) => Write,
  isDone: (status: number, text: string) => boolean,
): Promise<Rate> {
  const agent = new Agent({ keepAlive: true, maxSockets: writers })
  const address = new URL(url)
  const taken: number[] = []
  let failed = 0
  let left = writes
  const start = performance.now()
  const warm = seconds < Number.POSITIVE_INFINITY ? start + Math.min(2000, seconds * 250) : start
  const end = warm + seconds * 1000
  const write = async (writer: number) => {
    for (let turn = 0; performance.now() < end && left-- > 0; turn++) {
      const began = performance.now()
      const { status, text } = await send(agent, address, next(writer, turn))
      const now = performance.now()
      if (began < warm || now > end) continue
      if (isDone(status, text)) taken.push(now - began)
      else if (failed++ === 0) console.error(`The first failure: ${status} ${text.slice(0, 300)}`)
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  agent.destroy()
  taken.sort((a, b) => a - b)
  const at = (share: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? Number.NaN
  return {
    perSecond: taken.length / Math.min(seconds, (performance.now() - start) / 1000),
    median: at(0.5),
    p99: at(0.99),
    failed,
  }
}

function send(agent: Agent, { hostname, port }: URL, write: Write): Promise<{ status: number; text: string }> {
  const { method, path, body } = write
  return new Promise((resolve, reject) => {
    const headers = { ...write.headers, 'content-length': Buffer.byteLength(body) }
    const sent = request({ agent, hostname, port, method, path, headers }, response => {
      let text = ''
      response.setEncoding('utf8').on('data', part => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode!, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
