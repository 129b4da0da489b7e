// How expensive requests affect other clients: median response times of both APIs at rest, and while texts of two
// megabytes are parsed, hostile modules run and files with many equal strings are uploaded continuously.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOSTILE_MODULES } from '#wiki/wikitext/lua/testing/hostile-modules.ts'
import { median, numberAfter, print, type Row } from './report.ts'
import { inTemporaryFolder } from './temporary.ts'

const PROGRAM = path.join(import.meta.dirname, '..', '..', 'bin', 'parlance.js')
const MEGABYTE = 1_000_000
/** Pause before and between measurements. */
const REST_MS = 3000

/** Measured requests. */
const READERS: Readonly<Record<string, string>> = {
  'wiki: allpages': '/api.php?action=query&format=json&list=allpages&aplimit=50',
  'wiki: revisions': '/api.php?action=query&format=json&prop=revisions&rvprop=ids|content&rvslots=main&titles=Tea',
  'translation: units': '/api/translations/harbour-library/application/de/units/',
  'translation: statistics': '/api/projects/harbour-library/statistics/',
  healthz: '/healthz',
}

/** `--seconds N` per measurement, default 15; `--strings N` in the file, default 20,000; `--workers N`. */
export async function bench(args: readonly string[]): Promise<void> {
  const seconds = numberAfter(args, '--seconds', 15)
  const strings = numberAfter(args, '--strings', 20_000)
  const workers = numberAfter(args, '--workers', 1)
  await inTemporaryFolder(async folder => {
    const server = await start(path.join(folder, 'data'), workers)
    try {
      say(`creating a component with ${strings} strings`)
      await makeComponent(server, strings)
      await makeModule(server)
      await server.prepare()
      await sleep(REST_MS)
      say(`at rest, ${seconds} s`)
      const idle = await server.measure(seconds)
      const rows: Row[] = []
      for (const [work, begin] of Object.entries(longWork(server, strings))) {
        say(`${work}, ${seconds} s`)
        const under = again(begin)
        const busy = await server.measure(seconds)
        const outcome = await under.stop()
        for (const what of Object.keys(READERS))
          rows.push({
            work,
            what,
            'ms idle': idle[what]!,
            'ms busy': busy[what]!,
            ratio: busy[what]! / idle[what]!,
            outcome,
          })
        await sleep(REST_MS)
      }
      print('hostile', rows)
    } finally {
      await server.stop()
    }
  })
}

const say = (line: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)

/** Repeats `work` until stopped, as background load for a measurement. */
function again(work: (signal: AbortSignal) => Promise<(number | string)[]>): { stop(): Promise<string> } {
  const stopping = new AbortController()
  const answers: (number | string)[] = []
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      const all = await work(stopping.signal)
      if (!stopping.signal.aborted) answers.push(...all)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await ended
      const kinds = Map.groupBy(answers, String)
      return [...kinds].map(([kind, { length }]) => `${length} × ${kind}`).join(', ') || 'not finished once'
    },
  }
}

type Running = Awaited<ReturnType<typeof start>>

/** Expensive requests. */
function longWork(
  server: Running,
  strings: number,
): Record<string, (signal: AbortSignal) => Promise<(number | string)[]>> {
  const texts = ['[[File:X.png|thumb|a]] ', '<ref>a</ref> '].map(unit => unit.repeat((2 * MEGABYTE) / unit.length))
  const parse = (signal: AbortSignal) =>
    texts.map(text =>
      server.send('POST', '/api.php', { action: 'parse', format: 'json', contentmodel: 'wikitext', text }, signal),
    )
  let modules = 0
  const invoke = (signal: AbortSignal) => {
    // A different text each time, because results are cached.
    const text = `{{#invoke:Hostile|f${modules % Object.keys(HOSTILE_MODULES).length}}} ${++modules}`
    return server.send('POST', '/api.php', { action: 'parse', format: 'json', contentmodel: 'wikitext', text }, signal)
  }
  let uploads = 0
  const upload = (signal: AbortSignal) => {
    // A different translation each time, because unchanged ones are not written.
    const file = poFile(strings, `x${++uploads}`)
    const fields = { method: 'translate', conflicts: 'replace-translated', file }
    return server.send('POST', '/api/translations/harbour-library/equal/de/file/', fields, signal)
  }
  return {
    'two texts of 2 MB': signal => Promise.all(parse(signal)),
    'two hostile modules': signal => Promise.all([invoke(signal), invoke(signal)]),
    [`uploads of ${strings} equal strings`]: signal => Promise.all([upload(signal)]),
    'both at once': signal => Promise.all([...parse(signal), upload(signal)]),
  }
}

const poFile = (strings: number, target: string): File => {
  const head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
  const entries = Array.from({ length: strings }, (_, i) => `\nmsgid "text ${i}"\nmsgstr "${target}"\n`)
  return new File([head, ...entries], 'de.po')
}

/** The component for the uploads. */
async function makeComponent(server: Running, strings: number): Promise<void> {
  const settings = { name: 'Equal', slug: 'equal', file_format: 'po', filemask: 'equal/*.po', new_lang: 'add' }
  const made = await server.send('POST', '/api/projects/harbour-library/components/', {
    ...settings,
    docfile: poFile(strings, ''),
  })
  const added = await server.send('POST', '/api/components/harbour-library/equal/translations/', {
    language_code: 'de',
  })
  if (made !== 201 || added !== 201) throw new Error(`Creating the component failed: ${made}, ${added}.`)
}

/** A module with one function for each kind of attack. */
async function makeModule(server: Running): Promise<void> {
  const functions = Object.values(HOSTILE_MODULES).map(([code], i) => `function p.f${i}(frame)\n${code}\nend\n`)
  const text = `local p = {}\n${functions.join('')}return p`
  const token = await server.csrfToken()
  const made = await server.send('POST', '/api.php', { action: 'edit', title: 'Module:Hostile', text, token })
  if (made !== 200) throw new Error(`Creating the module failed: ${made}.`)
}

async function start(data: string, workers: number) {
  const args = [PROGRAM, 'serve', '--sample', '--data', data, '--port', '0', '--workers', String(workers)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  for await (const part of child.stdout.setEncoding('utf8')) {
    output += part
    if (/Ctrl-C to stop/.test(output)) break
  }
  const url = new URL(/Front page +(\S+)/.exec(output)![1]!)
  const key = /wlu_\w+/.exec(output)![0]
  const send = async (
    method: string,
    target: string,
    fields?: Record<string, string | File>,
    signal: AbortSignal | null = null,
  ): Promise<number | string> => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields ?? {})) form.set(name, value)
    const headers = { authorization: `Token ${key}` }
    try {
      const answer = await fetch(new URL(target, url), { method, headers, signal, ...(fields && { body: form }) })
      await answer.arrayBuffer()
      return answer.status
    } catch (error) {
      return String(error)
    }
  }
  const csrfToken = async (): Promise<string> => {
    const address = new URL('/api.php?action=query&meta=tokens&format=json', url)
    const answer = await fetch(address, { headers: { authorization: `Token ${key}` } })
    const { query } = (await answer.json()) as { query: { tokens: { csrftoken: string } } }
    return query.tokens.csrftoken
  }
  /** Median response times in milliseconds, with sequential requests for some seconds. */
  const measure = async (seconds: number): Promise<Record<string, number>> => {
    const taken: Record<string, number[]> = Object.fromEntries(Object.keys(READERS).map(what => [what, []]))
    for (const end = performance.now() + seconds * 1000; performance.now() < end; )
      for (const [what, target] of Object.entries(READERS)) {
        const began = performance.now()
        await send('GET', target)
        taken[what]!.push(performance.now() - began)
      }
    return Object.fromEntries(Object.entries(taken).map(([what, values]) => [what, median(values)]))
  }
  /** Warm-up. */
  const prepare = async () => {
    for (let i = 0; i < 30; i++) for (const target of Object.values(READERS)) await send('GET', target)
  }
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    // Do not wait for expensive requests that keep the server alive.
    await Promise.race([ended, sleep(REST_MS * 5).then(() => child.kill('SIGKILL'))])
  }
  return { send, csrfToken, measure, prepare, stop }
}
