// A program that follows an event stream, started as its own process so that it can be killed at any moment. It appends
// each event to a file before it reads on, and resumes after the last one in the file. When a stream ends, it goes on at
// the next server.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ConsumerOptions {
  readonly servers: readonly string[]
  /** Path and query of the stream. */
  readonly path: string
  readonly file: string
  /** Where to begin if the file is empty: a number of the change log. */
  readonly after: number
  /** The server to begin with. */
  readonly first: number
  readonly authorization: string
}

/** A line of the file: position, name of the stream, what the event is about, and its ID. */
export type Line = readonly [position: string, stream: string, about: number, id: string]

export const readLines = (file: string): Line[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line) as Line)
    : []

async function consume({ servers, path, file, after, first, authorization }: ConsumerOptions): Promise<never> {
  let last = readLines(file).at(-1)?.[0] ?? String(after)
  for (let turn = first; ; turn++) {
    const headers = { 'last-event-id': last, authorization }
    try {
      const answer = await fetch(servers[turn % servers.length] + path, { headers })
      if (answer.status !== 200) throw new Error(`status ${answer.status}`)
      for await (const { kind, id, data } of eventsOf(answer.body!)) {
        if (data === undefined) continue
        const event = JSON.parse(data)
        const line: Line =
          kind === 'message'
            ? [id!, event.meta.stream, event.rev_id ?? event.id, event.meta.id]
            : [id!, kind!, 0, event.message]
        appendFileSync(file, `${JSON.stringify(line)}\n`)
        last = id!
      }
    } catch {
      // The server is gone or stopping.
      await sleep(100)
    }
  }
}

async function* eventsOf(body: ReadableStream<Uint8Array>) {
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream() as never) as ReadableStream<string>) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split('\n')
          .find(line => line.startsWith(`${name}: `))
          ?.slice(name.length + 2)
      yield { kind: field('event'), id: field('id'), data: field('data') }
    }
  }
}

if (process.argv[1] === import.meta.filename) await consume(JSON.parse(process.argv[2]!))
