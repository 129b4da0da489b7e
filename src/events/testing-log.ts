// For tests: a log that nobody reads.
import type { Log } from './log.ts'

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
