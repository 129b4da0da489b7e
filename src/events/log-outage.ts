// An outage of the database fails every request for the same reason, so its lines are combined.

import type { StoreUnavailable } from '#store/store-error.ts'
import { type LogWriter, logEvent } from './log.ts'

/** One line per reason in this time. */
export const OUTAGE_LINE_MS = 5000

interface Outage {
  refused: number
  writer: LogWriter
}

const outages = new Map<string, Outage>()

/** Logs a request that was answered with 503: the first one of an outage immediately, then their number from time to time. */
export function logOutage(writer: LogWriter, unavailable: StoreUnavailable): void {
  const { message: reason, code = '' } = unavailable
  const key = `${reason} ${code}`
  const under = outages.get(key)
  if (under !== undefined) {
    under.refused++
    under.writer = writer
    return
  }
  const outage: Outage = { refused: 0, writer }
  outages.set(key, outage)
  logEvent(writer, 'request.unavailable', { reason, code, refused: 1 })
  const timer = setInterval(() => {
    if (outage.refused > 0) {
      logEvent(outage.writer, 'request.unavailable', { reason, code, refused: outage.refused })
      outage.refused = 0
      return
    }
    clearInterval(timer)
    outages.delete(key)
  }, OUTAGE_LINE_MS)
  timer.unref()
}
