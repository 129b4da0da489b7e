// Statistics of a run.
import type { Api } from './attack.ts'
import type { HealthAnswer } from './health-watch.ts'
import type { Held } from './site.ts'

export interface Finding {
  readonly what: string
  readonly command: string
  /** Number of responses with the same problem. */
  times: number
}

/** A response. */
export interface Counted {
  readonly api: Api
  readonly role: string
  readonly status: string
  readonly milliseconds: number
  readonly processor: number | null
}

interface Slow {
  readonly milliseconds: number
  readonly processor: number | null
  readonly command: () => string
}

const SLOW_MS = 2000
const SLOWEST = 10
/** Blocking the event loop for more CPU time than this is a failure; shorter blocks are only listed. */
const MAX_HELD_MS = 2000

export class Report {
  readonly findings = new Map<string, Finding>()
  readonly codes = new Map<string, number>()
  readonly health: HealthAnswer[] = []
  /** Logged blocks of the event loop. */
  held: readonly Held[] = []
  /** Memory of the idle server. */
  readonly memory: { readonly requests: number; readonly bytes: number }[] = []
  /** Problems of the server rather than of a response. */
  readonly complaints: string[] = []
  readonly #tally = new Map<string, number>()
  /** How often each kind of request succeeded. */
  readonly #reached = new Map<string, number>()
  #slowest: Slow[] = []
  requests = 0
  slow = 0
  /** Slow requests for which the server got less CPU time than the limit. */
  starved = 0

  /**
   * Returns whether the request was slow. `processor` is the CPU time of the server in milliseconds, which is much less
   * if the machine was busy with something else.
   */
  count({ api, role, status, milliseconds, processor }: Counted, command: () => string): boolean {
    this.requests++
    for (const key of [`API ${api}`, `role ${role}`, `status ${status}`])
      this.#tally.set(key, (this.#tally.get(key) ?? 0) + 1)
    const isSlow = milliseconds > SLOW_MS
    if (isSlow) this.slow++
    if (isSlow && processor !== null && processor < SLOW_MS) this.starved++
    if (milliseconds < (this.#slowest[SLOWEST - 1]?.milliseconds ?? 0)) return isSlow
    this.#slowest = [...this.#slowest, { milliseconds, processor, command }]
      .sort((a, b) => b.milliseconds - a.milliseconds)
      .slice(0, SLOWEST)
    return isSlow
  }

  countReached(what: string, wentWell: boolean): void {
    this.#reached.set(what, (this.#reached.get(what) ?? 0) + Number(wentWell))
  }

  countCodes(codes: readonly string[]): void {
    for (const code of codes) this.codes.set(code, (this.codes.get(code) ?? 0) + 1)
  }

  /** Returns whether this is the first finding of its kind. */
  note(kind: string, finding: () => Omit<Finding, 'times'>): boolean {
    const existing = this.findings.get(kind)
    if (existing) existing.times++
    else this.findings.set(kind, { ...finding(), times: 1 })
    return existing === undefined
  }

  get isClean(): boolean {
    return (
      this.findings.size === 0 && this.complaints.length === 0 && !this.held.some(({ cpuMs }) => cpuMs > MAX_HELD_MS)
    )
  }

  /** One line of progress. */
  progress(): string {
    return `${this.requests} requests, ${this.slow} slow, ${this.findings.size} kinds of wrong responses, memory ${this.memory.map(memoryWords).at(-1) ?? 'unknown'}`
  }

  summary(): string {
    const table = (start: string) =>
      [...this.#tally]
        .filter(([key]) => key.startsWith(`${start} `))
        .map(([key, n]) => `${key.slice(start.length + 1)} ${n}`)
        .join(', ')
    const health = this.health.toSorted((a, b) => a.milliseconds - b.milliseconds)
    const at = (share: number) => Math.round(health[Math.floor((health.length - 1) * share)]?.milliseconds ?? 0)
    const held = this.held.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, SLOWEST)
    const slowest = health.at(-1)
    const missed = [...this.#reached].filter(([, times]) => times === 0).map(([what]) => what)
    return [
      `${this.requests} requests`,
      `  by API      ${table('API')}`,
      `  by role     ${table('role')}`,
      `  by status   ${table('status')}`,
      `  /healthz    polled ${health.length} times: median ${at(0.5)} ms, 99th percentile ${at(0.99)} ms, maximum ${at(1)} ms${slowest ? ` (at ${new Date(slowest.at).toISOString()})` : ''}`,
      `  blocked     the event loop ${this.held.length} times, by CPU time:`,
      ...held.map(
        ({ cpuMs, heldMs, began, underWay, jobs }) =>
          `    ${cpuMs} ms (${heldMs} ms real time)  ${[...new Set([...began, ...underWay, ...jobs])].join(', ')}`,
      ),
      `  memory      ${this.memory.map(memoryWords).join(', ') || 'unknown'}`,
      `  codes       ${this.codes.size}: ${[...this.codes.keys()].sort().join(' ')}`,
      `  reached     ${this.#reached.size - missed.length} of ${this.#reached.size} kinds of requests succeeded at least once${
        missed.length > 0 ? `; never: ${missed.sort().join(', ')}` : ''
      }`,
      `  slow        ${this.slow} took longer than ${SLOW_MS} ms, ${this.starved} of them with less CPU time than that; the slowest:`,
      ...this.#slowest.map(
        ({ milliseconds, processor, command }) =>
          `    ${Math.round(milliseconds)} ms${processor === null ? '' : ` (${processor} ms CPU time)`}  ${command()}`,
      ),
      `  wrong       ${this.findings.size} kinds of responses, ${this.complaints.length} problems of the server`,
      ...[...this.findings.values()].map(({ what, command, times }) => `    ${times} × ${what}\n      ${command}`),
      ...this.complaints.map(complaint => `    ${complaint}`),
    ].join('\n')
  }
}

const memoryWords = ({ requests, bytes }: Report['memory'][number]): string =>
  `${Math.round(bytes / 2 ** 20)} MB after ${requests}`
