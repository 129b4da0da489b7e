// What a run has seen, in numbers that add up.
import type { Api } from './attack.ts'
import type { HealthAnswer } from './health-watch.ts'
import type { Held } from './site.ts'

export interface Finding {
  readonly what: string
  readonly command: string
  /** How many answers had the same thing wrong. */
  times: number
}

/** An answer. */
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
/** So much of the processor in one piece is a fault; what is shorter is only listed. */
const MOST_HELD_MS = 2000

export class Report {
  readonly findings = new Map<string, Finding>()
  readonly codes = new Map<string, number>()
  readonly health: HealthAnswer[] = []
  /** Work that held the event loop, as the server says. */
  held: readonly Held[] = []
  /** Of the server at rest, after so many requests. */
  readonly memory: { readonly requests: number; readonly bytes: number }[] = []
  /** What was wrong with the server rather than with an answer. */
  readonly complaints: string[] = []
  readonly #tally = new Map<string, number>()
  /** What was asked, and how often it went well. */
  readonly #reached = new Map<string, number>()
  #slowest: Slow[] = []
  requests = 0
  slow = 0
  /** Those of them that would not have been slow if the server had had one processor for itself. */
  starved = 0

  /**
   * True when it was slow. `processor` is what the server had of it meanwhile, in milliseconds: much less where the machine was busy
   * with something else.
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

  /** True when this is the first of its kind. */
  note(kind: string, finding: () => Omit<Finding, 'times'>): boolean {
    const known = this.findings.get(kind)
    if (known) known.times++
    else this.findings.set(kind, { ...finding(), times: 1 })
    return known === undefined
  }

  get isClean(): boolean {
    return (
      this.findings.size === 0 && this.complaints.length === 0 && !this.held.some(({ cpuMs }) => cpuMs > MOST_HELD_MS)
    )
  }

  /** A line while it goes on. */
  progress(): string {
    return `${this.requests} requests, ${this.slow} slow, ${this.findings.size} kinds of wrong answers, memory ${this.memory.map(memoryWords).at(-1) ?? 'not known'}`
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
      `  /healthz    asked ${health.length} times: median ${at(0.5)} ms, 99 of 100 within ${at(0.99)} ms, at most ${at(1)} ms${slowest ? ` (asked at ${new Date(slowest.at).toISOString()})` : ''}`,
      `  held        the event loop ${this.held.length} times, by milliseconds of the processor:`,
      ...held.map(
        ({ cpuMs, heldMs, began, underWay, jobs }) =>
          `    ${cpuMs} ms (${heldMs} ms by the clock)  ${[...new Set([...began, ...underWay, ...jobs])].join(', ')}`,
      ),
      `  memory      ${this.memory.map(memoryWords).join(', ') || 'not known'}`,
      `  codes       ${this.codes.size}: ${[...this.codes.keys()].sort().join(' ')}`,
      `  reached     ${this.#reached.size - missed.length} of ${this.#reached.size} kinds of requests went well at least once${
        missed.length > 0 ? `; never: ${missed.sort().join(', ')}` : ''
      }`,
      `  slow        ${this.slow} took longer than ${SLOW_MS} ms, ${this.starved} of them while the server had less than that of the processor; the slowest:`,
      ...this.#slowest.map(
        ({ milliseconds, processor, command }) =>
          `    ${Math.round(milliseconds)} ms${processor === null ? '' : ` (the server had ${processor} ms of the processor)`}  ${command()}`,
      ),
      `  wrong       ${this.findings.size} kinds of answers, ${this.complaints.length} complaints about the server`,
      ...[...this.findings.values()].map(({ what, command, times }) => `    ${times} × ${what}\n      ${command}`),
      ...this.complaints.map(complaint => `    ${complaint}`),
    ].join('\n')
  }
}

const memoryWords = ({ requests, bytes }: Report['memory'][number]): string =>
  `${Math.round(bytes / 2 ** 20)} MB after ${requests}`
