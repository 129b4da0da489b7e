// A cluster under load while its parts fail one after the other. In the end, everything that was acknowledged is there.
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../random.ts'
import { noPgBouncerProgram } from '../private-pgbouncer.ts'
import { noPrivatePostgres } from '../private-postgres.ts'
import { Cluster } from './cluster.ts'
import { type Fault, fewFaults, isUpgrade, roundOf } from './faults.ts'
import { Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import { noNginx } from './nginx.ts'
import { type Prepared, prepare } from './prepare.ts'
import { summaryOf } from './summary.ts'
import { verify } from './verify.ts'

/** Why the campaign cannot run on this machine. */
export const noCampaign: string | false = noPrivatePostgres || noPgBouncerProgram || noNginx

export interface CampaignOptions {
  readonly seed: number
  /** 0 for a few faults. */
  readonly minutes: number
  /** Only faults whose names match. */
  readonly only?: RegExp
  readonly report: (line: string) => void
  /** Ends the campaign early. What has happened so far is verified. */
  readonly signal: AbortSignal
}

export interface CampaignResult {
  readonly summary: string
  readonly faults: readonly string[]
}

/** After all parts are back, requests that began earlier may still fail. */
const GRACE_MS = 3000

export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const { seed, minutes, only = /^/, report, signal } = options
  const random = new Random(seed)
  const ledger = new Ledger()
  report('Starting PostgreSQL with two replicas, PgBouncer, three servers and nginx')
  let prepared: Prepared | undefined
  const cluster = await Cluster.start(async database => {
    prepared = await prepare(database)
  })
  const startedAt = Date.now()
  const load = startLoad(prepared!, cluster.nginx.url, ledger, new Random(seed + 1))
  const done: string[] = []
  const { problems } = cluster
  await quiet(signal)
  for (const fault of faultsOf(random, minutes, startedAt, only)) {
    if (signal.aborted) break
    const second = Math.round((Date.now() - startedAt) / 1000)
    report(
      `${second} s: ${fault.name}; ${ledger.writes} writes, ${ledger.failed} of ${ledger.requests} requests failed`,
    )
    problems.push(...(await suffer(cluster, ledger, fault)))
    done.push(fault.name)
    await quiet(signal)
  }
  report('Verifying')
  await load.stop()
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  const verdict = await verify(cluster, ledger, minutes > 0, report)
  await cluster.end()
  const faults = [...problems, ...verdict.faults, ...unexplained(ledger), ...unexpectedLogs(cluster)]
  return { summary: summaryOf({ seed, seconds, done, ledger, verdict, faults }), faults }
}

const quiet = (signal: AbortSignal): Promise<void> => sleep(3000, undefined, { signal }).catch(() => {})

function* faultsOf(random: Random, minutes: number, startedAt: number, only: RegExp): Generator<Fault> {
  if (minutes === 0) return yield* fewFaults(random)
  for (let round = 0; ; round++)
    for (const fault of roundOf(random, round).filter(({ name }) => only.test(name))) {
      if (Date.now() - startedAt > minutes * 60_000) return
      yield fault
    }
}

/** Runs a fault, and waits until the cluster has recovered without help. */
async function suffer(cluster: Cluster, ledger: Ledger, fault: Fault): Promise<string[]> {
  ledger.during = fault.name
  await fault.run(cluster)
  const missing = await cluster.settled()
  await sleep(GRACE_MS)
  ledger.during = 'none'
  return missing === '' ? [] : [`after "${fault.name}": ${missing}`]
}

/** Failures that a client cannot handle by repeating the request, or that nothing explains. */
function unexplained({ failures, samples }: Ledger): string[] {
  const faults: string[] = []
  for (const [key, times] of failures) {
    const during = key.slice(0, key.indexOf(':'))
    const isExpected = /503 with Retry-After|of nginx: the server was gone|no response within/.test(key)
    if (during === 'none' || isUpgrade(during) || !isExpected) faults.push(`${times} × ${key}: ${samples.get(key)}`)
  }
  return faults
}

/** Errors in the logs that are not about a lost database. */
function unexpectedLogs({ members }: Cluster): string[] {
  const lines = members.flatMap(({ log }) =>
    log.split('\n').filter(line => line.includes('"level":50') || /^\S*Error/.test(line)),
  )
  const unexpected = lines.filter(line => !/database|connection|Connection|ECONN|lost|unavailable|too busy/.test(line))
  return [...new Set(unexpected.map(line => `log: ${line.slice(0, 500)}`))]
}
