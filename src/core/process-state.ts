/** One serving process, as administrators see it. */
export interface ProcessState {
  readonly pid: number
  /** Seconds since 1970. */
  readonly startedAt: number
  readonly memoryBytes: number
  /** Requests that are being answered. */
  readonly requests: number
  /** Kinds of the jobs that run now. */
  readonly jobs: readonly string[]
}

export const processState = (
  work: Pick<ProcessState, 'requests' | 'jobs'> = { requests: 0, jobs: [] },
): ProcessState => ({
  pid: process.pid,
  startedAt: Math.floor(performance.timeOrigin / 1000),
  memoryBytes: process.memoryUsage.rss(),
  ...work,
})
