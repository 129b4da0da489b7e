// The result of a campaign as text. Requests are the sum of responses and failures.
import type { Ledger } from './ledger.ts'
import type { Verdict } from './verify.ts'

interface Outcome {
  readonly seed: number
  readonly seconds: number
  /** Names of the faults, in order. */
  readonly done: readonly string[]
  readonly ledger: Ledger
  readonly verdict: Verdict
  readonly faults: readonly string[]
}

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((total, n) => total + n, 0)

const listed = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, times]) => `  ${String(times).padStart(7)}  ${name}`)

export function summaryOf({ seed, seconds, done, ledger, verdict, faults }: Outcome): string {
  const times = new Map<string, number>()
  for (const name of done) times.set(name, (times.get(name) ?? 0) + 1)
  return [
    `Campaign of ${seconds} s, seed ${seed}`,
    `${done.length} faults:`,
    ...listed(times),
    `${ledger.requests} requests: ${sum(ledger.responses)} succeeded`,
    ...listed(ledger.responses),
    `and ${ledger.failed} failed, by fault and cause:`,
    ...listed(ledger.failures),
    `${ledger.writes} acknowledged writes:`,
    ...verdict.stored.map(
      ({ kind, acknowledged, once }) =>
        `  ${String(acknowledged).padStart(7)}  ${kind}, ${once} stored once under their author`,
    ),
    `${ledger.ownReads} reads of own writes, ${ledger.stale.length} stale`,
    `${verdict.resent} emails sent again with the same Message-ID, ${ledger.uncertain.size} requests for emails failed`,
    faults.length === 0 ? 'No problems' : `${faults.length} problems:`,
    ...faults.slice(0, 50).map(fault => `  ${fault}`),
  ].join('\n')
}
