// Sends different requests over a few connections, with as little work as possible on the client's side.
import { connect, type Socket } from 'node:net'

export interface Load {
  readonly perSecond: number
  readonly done: number
  /** Requests that were answered with an HTTP error. */
  readonly failed: number
}

/** Runs for some seconds, at most `most` requests, and goes round the addresses. */
export async function load(
  origin: string,
  urls: readonly string[],
  {
    seconds,
    connections = 4,
    most = Number.POSITIVE_INFINITY,
  }: { seconds: number; connections?: number; most?: number },
): Promise<Load> {
  const { hostname, port } = new URL(origin)
  const end = performance.now() + seconds * 1000
  let [next, done, failed] = [0, 0, 0]
  const began = performance.now()
  const client = async () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const answers = readAnswers(socket)
    while (performance.now() < end && next < most) {
      const url = urls[next++ % urls.length]!
      socket.write(`GET ${url} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept-Encoding: identity\r\n\r\n`)
      const { value: status } = await answers.next()
      if (status === undefined) throw new Error(`${origin} closed the connection.`)
      done += 1
      if (status >= 400) failed += 1
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: connections }, client))
  return { perSecond: (done / (performance.now() - began)) * 1000, done, failed }
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/** The status of each response. Bodies are read and dropped. */
async function* readAnswers(socket: Socket): AsyncGenerator<number, undefined> {
  let buffer: Buffer = Buffer.alloc(0)
  const parts = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const more = async (): Promise<boolean> => {
    const { value, done } = await parts.next()
    if (done) return false
    buffer = buffer.length === 0 ? value : Buffer.concat([buffer, value])
    return true
  }
  for (;;) {
    let at = buffer.indexOf(HEAD_END)
    while (at < 0) {
      if (!(await more())) return undefined
      at = buffer.indexOf(HEAD_END)
    }
    const head = buffer.toString('latin1', 0, at)
    const length = /^content-length: *(\d+)/im.exec(head)?.[1]
    buffer = buffer.subarray(at + HEAD_END.length)
    if (length === undefined) {
      // Chunked: this benchmark's servers end the last chunk together with their last bytes.
      while (!buffer.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) if (!(await more())) return undefined
      buffer = Buffer.alloc(0)
    } else {
      while (buffer.length < Number(length)) if (!(await more())) return undefined
      buffer = buffer.subarray(Number(length))
    }
    yield Number(head.slice(9, 12))
  }
}
