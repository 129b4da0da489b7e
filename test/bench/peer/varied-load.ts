// Sends different requests over a few connections, with as little work as possible on the client's side: it runs on the
// same cores as the servers.
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
  const client = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      const ask = () => {
        if (performance.now() >= end || next >= most) {
          socket.destroy()
          resolve()
          return
        }
        const url = urls[next++ % urls.length]!
        socket.write(`GET ${url} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept-Encoding: identity\r\n\r\n`)
      }
      onAnswers(socket, status => {
        done += 1
        if (status >= 400) failed += 1
        ask()
      })
      socket.on('error', reject)
      socket.on('end', () => reject(new Error(`${origin} closed the connection.`)))
      ask()
    })
  await Promise.all(Array.from({ length: connections }, client))
  return { perSecond: (done / (performance.now() - began)) * 1000, done, failed }
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')
const CHUNKED = -1

/** Reports the status of each complete response. Bodies are dropped. */
function onAnswers(socket: Socket, answered: (status: number) => void): void {
  let head: Buffer = Buffer.alloc(0)
  let status = 0
  /** Bytes that the body still lacks. */
  let left = 0
  /** The end of a chunked body so far. */
  let tail: Buffer = Buffer.alloc(0)
  const finish = () => {
    const complete = status
    status = 0
    answered(complete)
  }
  const takeBody = (data: Buffer): void => {
    if (left === CHUNKED) {
      // This benchmark's servers send nothing after the last chunk until the next request.
      tail = Buffer.concat([tail, data.subarray(-LAST_CHUNK.length)]).subarray(-LAST_CHUNK.length)
      if (tail.equals(LAST_CHUNK)) finish()
      return
    }
    left -= data.length
    if (left <= 0) finish()
  }
  socket.on('data', (data: Buffer) => {
    if (status !== 0) return takeBody(data)
    if (head.length > 0) data = Buffer.concat([head, data])
    const at = data.indexOf(HEAD_END)
    head = at < 0 ? data : Buffer.alloc(0)
    if (at < 0) return
    const text = data.toString('latin1', 0, at)
    const length = /^content-length: *(\d+)/im.exec(text)?.[1]
    status = Number(text.slice(9, 12))
    left = length === undefined ? CHUNKED : Number(length)
    tail = Buffer.alloc(0)
    takeBody(data.subarray(at + HEAD_END.length))
  })
}
