import { type LogWriter, logEvent } from '#events/log.ts'
import { logOutage } from '#events/log-outage.ts'
import { unavailability } from '#store/store-error.ts'

/** Logs why a request was answered with 500 or above. */
export function logFailure(log: LogWriter, status: number, cause: unknown): void {
  if (status < 500) return
  const outage = unavailability(cause)
  if (outage === null) logEvent(log, 'rest_api.failed', { err: cause })
  else logOutage(log, outage)
}
