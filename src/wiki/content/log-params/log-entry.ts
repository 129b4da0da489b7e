import type { LogParams } from './read-params.ts'

/** What a log says of one action, as far as showing its parameters depends on it. */
export interface LogEntry {
  readonly type: string
  readonly action: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly params: LogParams
}
