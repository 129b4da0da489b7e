// Consumers of the event streams are killed again and again while several servers on one database write, stop and start.
// In the end each has received every event once, in order.
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '#store/testing.ts'
import { Random } from '../../random.ts'
import { untilIdle } from '../../until-idle.ts'
import { privatePostgres } from '../private-postgres.ts'
import { type Expected, expectedEvents, faultsOf, unloggedChanges } from './compare.ts'
import { type ConsumerOptions, readLines } from './consumer.ts'
import { Site } from './site.ts'

export interface RunOptions {
  readonly seed: number
  /** Events to produce. */
  readonly events: number
  /** Of consumers. */
  readonly kills: number
  readonly servers: number
  readonly report: (line: string) => void
}

/** After each of these many kills, a server is restarted. */
const KILLS_PER_RESTART = 8
/** Without a new event for this long, what is missing will not come. Longer than a heartbeat. */
const PATIENCE_MS = 30_000

const WIKI = ['recentchange', 'revision-create', 'page-create']
const STREAMS = {
  wiki: WIKI.map(name => `mediawiki.${name}`),
  strings: ['parlance.string-change'],
  all: [...WIKI.map(name => `mediawiki.${name}`), 'parlance.string-change'],
}
const PATHS: Readonly<Record<keyof typeof STREAMS, string>> = {
  wiki: `/v2/stream/${WIKI.join()}`,
  strings: '/events/stream?streams=string-change',
  all: `/v2/stream/${WIKI.join()},string-change`,
}
const NAMES = Object.keys(STREAMS) as (keyof typeof STREAMS)[]

export async function runConsumers({ seed, events, kills, servers, report }: RunOptions) {
  const random = new Random(seed)
  const postgres = await privatePostgres({ max_connections: '200', fsync: 'off' })
  await postgres.start()
  const site = await Site.open(postgres.url, servers)
  const consumers = NAMES.map(name => new Consumer(name, site, random))
  const startedAt = Date.now()
  let restarts = 0
  site.startWork(new Random(seed + 1))
  try {
    for (let kill = 0; kill < kills; kill++) {
      const moment = ((kill + random.next()) / kills) * events
      while (site.events < moment) await sleep(10)
      await random.pick(consumers).restart()
      if (kill % KILLS_PER_RESTART === KILLS_PER_RESTART - 1) {
        restarts++
        await site.restart(random.below(servers), random.pick(['SIGKILL', 'SIGTERM']))
      }
      if (kill % 10 === 9) report(`${kill + 1} kills, ${site.events} events`)
    }
    while (site.events < events) await sleep(10)
    await site.stopWork()
    await untilIdle(site.store)
    await site.mark()
    await untilIdle(site.store)
    const { events: expected } = await expectedEvents(site.store, site.start)
    await untilReceived(consumers, expected)
    for (const consumer of consumers) await consumer.kill()
    const faults = consumers.flatMap(({ name, file }) => faultsOf(name, readLines(file), STREAMS[name], expected))
    faults.push(...(await unloggedChanges(site.store)))
    const received = consumers.map(({ name, file }) => `${name} ${readLines(file).length}`).join(', ')
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    const summary = `${kills} kills of consumers and ${restarts} of ${servers} servers in ${seconds} s (seed ${seed}); events received: ${received}; faults: ${faults.length}`
    return { summary, faults, received: readLines(consumers.at(-1)!.file).length }
  } finally {
    for (const consumer of consumers) await consumer.kill()
    await site.close()
    await postgres.kill()
  }
}

const countOf = (streams: readonly string[], expected: Expected): number =>
  streams.reduce((sum, stream) => sum + expected.get(stream)!.size, 0)

async function untilReceived(consumers: readonly Consumer[], expected: Expected): Promise<void> {
  let [last, changedAt] = ['', Date.now()]
  while (Date.now() - changedAt < PATIENCE_MS) {
    const counts = consumers.map(({ file }) => readLines(file).length)
    if (counts.every((count, i) => count >= countOf(STREAMS[consumers[i]!.name], expected))) return
    if (counts.join() !== last) [last, changedAt] = [counts.join(), Date.now()]
    await sleep(500)
  }
}

const program = path.join(import.meta.dirname, 'consumer.ts')

class Consumer {
  readonly name: keyof typeof STREAMS
  readonly file: string
  readonly #site: Site
  readonly #random: Random
  #child: ChildProcess

  constructor(name: keyof typeof STREAMS, site: Site, random: Random) {
    this.name = name
    this.file = path.join(temporaryFolder(), `${name}.jsonl`)
    this.#site = site
    this.#random = random
    this.#child = this.#start()
  }

  #start(): ChildProcess {
    const { urls, authorization, start } = this.#site
    const options: ConsumerOptions = {
      servers: urls,
      path: PATHS[this.name],
      file: this.file,
      after: start,
      first: this.#random.below(urls.length),
      authorization,
    }
    return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, JSON.stringify(options)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = new Promise(resolve => this.#child.once('exit', resolve))
    this.#child.kill('SIGKILL')
    await ended
  }

  /** Somewhere else, perhaps. */
  async restart(): Promise<void> {
    await this.kill()
    this.#child = this.#start()
  }
}
