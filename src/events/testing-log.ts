// Test helper: a log that discards everything.
import type { Log } from './log.ts'

export const silentLog: Log = () => {}
