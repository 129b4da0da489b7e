/** A server process, as shown to administrators. */
export interface ProcessState {
  readonly pid: number
  /** Seconds since 1970. */
  readonly startedAt: number
  readonly memoryBytes: number
  /** Number of requests in progress. */
  readonly requests: number
  /** Kinds of the running jobs. */
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
