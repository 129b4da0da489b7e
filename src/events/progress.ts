/** Progress of a long operation. */
export interface ProgressReport {
  /** Current step, for example "reading page.sql.gz". */
  readonly task: string
  readonly done: number
  readonly total: number | undefined
  /** Unit of `done` and `total`: bytes, pages, rows. */
  readonly unit: string
  /** Counts of results, for example pages and revisions. */
  readonly counts?: Readonly<Record<string, number>>
}

/** Accepts reports at any rate. */
export interface Progress {
  report(report: ProgressReport): void
  /** Ends the current task with a summary sentence. */
  finish(task: string, sentence: string, details?: object): void
}

/** Discards all progress. */
export const silent: Progress = { report: () => {}, finish: () => {} }

interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

export interface ProgressOptions {
  /** One JSON object per line instead of a bar; the default if the output is not a terminal. */
  readonly json?: boolean
  readonly now?: () => number
}

/**
 * Shows a progress bar on a terminal, and JSON lines elsewhere. Speed and time left are based on the last 30 seconds.
 */
export function showProgress(output: Output, options: ProgressOptions = {}): Progress {
  const now = options.now ?? (() => performance.now())
  const json = options.json ?? output.isTTY !== true
  const pause = json ? 1000 : 100
  const speed = new Speed()
  let task = ''
  let shown = Number.NEGATIVE_INFINITY
  return {
    report(report) {
      const at = now()
      if (report.task !== task) {
        task = report.task
        shown = Number.NEGATIVE_INFINITY
        speed.reset()
      }
      speed.add(at, report.done)
      if (at - shown < pause) return
      shown = at
      output.write(
        json ? `${JSON.stringify(lineOf(report, speed.perSecond))}\n` : bar(report, speed.perSecond, output.columns),
      )
    },
    finish(name, sentence, details) {
      task = ''
      output.write(json ? `${JSON.stringify({ task: name, finished: true, ...details })}\n` : `\r\x1b[K${sentence}\n`)
    },
  }
}

function lineOf(report: ProgressReport, perSecond: number | undefined) {
  const left = secondsLeft(report, perSecond)
  return {
    task: report.task,
    done: report.done,
    ...(report.total !== undefined && { total: report.total }),
    unit: report.unit,
    ...(perSecond !== undefined && { perSecond: Math.round(perSecond) }),
    ...(left !== undefined && { secondsLeft: Math.round(left) }),
    ...report.counts,
  }
}

const BAR_WIDTH = 24

function bar(report: ProgressReport, perSecond: number | undefined, columns = 80): string {
  const { task, done, total, unit } = report
  const parts = [task]
  if (total !== undefined && total > 0) {
    const share = Math.min(1, done / total)
    const full = Math.round(share * BAR_WIDTH)
    parts.push(`[${'#'.repeat(full)}${'.'.repeat(BAR_WIDTH - full)}] ${Math.floor(share * 100)}%`)
  } else parts.push(amount(done, unit))
  if (perSecond !== undefined) parts.push(`${amount(perSecond, unit)}/s`)
  const left = secondsLeft(report, perSecond)
  if (left !== undefined) parts.push(`${duration(left)} left`)
  for (const [name, count] of Object.entries(report.counts ?? {})) parts.push(`${count} ${name}`)
  return `\r\x1b[K${parts.join('  ').slice(0, Math.max(20, columns - 1))}`
}

function secondsLeft({ done, total }: ProgressReport, perSecond: number | undefined): number | undefined {
  if (total === undefined || perSecond === undefined || perSecond <= 0) return undefined
  return Math.max(0, (total - done) / perSecond)
}

function amount(value: number, unit: string): string {
  if (unit !== 'bytes') return `${Math.round(value)} ${unit}`
  const power = value < 1000 ? 0 : Math.min(4, Math.floor(Math.log10(value) / 3))
  return `${(value / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${['B', 'kB', 'MB', 'GB', 'TB'][power]}`
}

function duration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}

const WINDOW_MS = 30_000
const SAMPLE_MS = 500

/** Speed over the last 30 seconds, so that a slow start does not distort the estimate for hours. */
class Speed {
  #samples: { readonly at: number; readonly done: number }[] = []

  get perSecond(): number | undefined {
    const first = this.#samples[0]
    const last = this.#samples.at(-1)
    if (first === undefined || last === undefined || last.at <= first.at) return undefined
    return ((last.done - first.done) / (last.at - first.at)) * 1000
  }

  add(at: number, done: number): void {
    const previous = this.#samples.at(-2)
    const sample = { at, done }
    // Replace the newest sample until it is half a second away from the one before it.
    if (previous !== undefined && at - previous.at < SAMPLE_MS) this.#samples[this.#samples.length - 1] = sample
    else this.#samples.push(sample)
    while (this.#samples.length > 2 && at - this.#samples[0]!.at > WINDOW_MS) this.#samples.shift()
  }

  reset(): void {
    this.#samples = []
  }
}
